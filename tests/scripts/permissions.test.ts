import { describePermissions, permissionsPage } from '../../scripts/permissions.ts'
import { expect, test } from 'bun:test'

/** The formatter aligns the columns. */
const withoutAlignment = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ')

test('docs/permissions.md says what the tables say; otherwise run `bun scripts/permissions.ts`', async () => {
  expect(withoutAlignment(await Bun.file(permissionsPage).text())).toBe(withoutAlignment(describePermissions()))
})
