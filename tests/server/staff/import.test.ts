import type { AuditEventList } from '#shared/events/audit-views.ts'
import type { Problem } from '#shared/problem.ts'
import { maxImportedUsers, type UsersImport } from '#shared/staff/import.ts'
import type { UserList } from '#shared/staff/views.ts'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin', { name: 'He Jing', email: 'he@example.com' })
  })

  const post = (actor: TestUser, content: BlobPart, { dryRun = '0', encoding = '' } = {}): Promise<Response> => {
    const body = new FormData()
    body.append('file', new File([content], 'staff.csv', { type: 'text/csv' }))
    if (encoding) body.append('encoding', encoding)
    return actor.fetch(`/api/users/imports?dryRun=${dryRun}`, { method: 'POST', body })
  }
  const run = async (...args: Parameters<typeof post>): Promise<UsersImport> => {
    const response = await post(...args)
    expect(response.status).toBe(200)
    return (await response.json()) as UsersImport
  }
  const listPeople = async (): Promise<string[]> => {
    const { rows } = (await (await owner.fetch('/api/users')).json()) as UserList
    return rows.map(({ name, role }) => `${name} ${role}`).toSorted()
  }
  const countInvitations = async (): Promise<number> =>
    (await kontor.kontor.database.read.selectFrom('invitations').select('id').execute()).length
  const exportUsers = async (): Promise<string> => (await owner.fetch('/api/users/exports', { json: {} })).text()

  test('invites new people, and gives accounts the name and role of the file, after a dry run that changes nothing', async () => {
    const clerk = await kontor.createUser('viewer', { name: 'Xu Tian', email: 'xu@example.com' })
    const file = [
      'Email,Name,Role,Team',
      'XU@example.com,Xu Tianyi,Finance,A',
      'new@example.com,Wang Wu,operations,B',
      'he@example.com,,,C',
    ].join('\r\n')
    const before = await listPeople()
    const checked = await run(owner, file, { dryRun: '1' })
    expect(checked).toMatchObject({
      isApplied: false,
      counts: { invited: 1, changed: 1, unchanged: 1, failed: 0 },
      rows: [
        { line: 2, outcome: 'changed', role: 'finance', problem: null },
        { line: 3, outcome: 'invited', role: 'operations', email: 'new@example.com' },
      ],
    })
    expect([await listPeople(), await countInvitations()]).toEqual([before, 0])
    const done = await run(owner, file)
    expect(done).toMatchObject({ isApplied: true, counts: checked.counts })
    const url = new URL(done.rows[1]?.url ?? '')
    const registered = await kontor.fetch('/api/auth/register', {
      json: {
        name: 'Wang Wu',
        email: 'new@example.com',
        password: 'correct horse battery',
        invitation: url.searchParams.get('invitation'),
      },
    })
    expect(registered.status).toBe(201)
    expect(await listPeople()).toEqual(
      ['Anna Shen owner', 'He Jing admin', 'Wang Wu operations', 'Xu Tianyi finance'].toSorted(),
    )
    expect(await (await clerk.fetch('/api/_auth/session')).json()).toMatchObject({ user: { role: 'finance' } })
    const { rows: logged } = (await (await owner.fetch('/api/events?topic=imports')).json()) as AuditEventList
    expect(logged).toMatchObject([
      {
        action: 'users.imported',
        objectLabel: 'staff.csv',
        parameters: { invited: 1, changed: 1, unchanged: 1, failed: 0 },
      },
    ])
    expect((await run(owner, file)).counts).toEqual({ invited: 0, changed: 0, unchanged: 3, failed: 0 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('renames people below the user and the user, and no one above', async () => {
    await kontor.createUser('viewer', { name: 'Xu Tian', email: 'xu@example.com' })
    await kontor.createUser('owner', { name: 'Other owner', email: 'other@example.com' })
    const file = 'Name,Email,Role\nXu Yi,xu@example.com,\nHe Jia,he@example.com,'
    expect((await run(admin, `${file}\nSomeone else,other@example.com,`, { dryRun: '1' })).rows).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'changed' },
      { outcome: 'failed' },
    ])
    expect((await run(admin, file)).counts).toMatchObject({ changed: 2, failed: 0 })
    expect(await listPeople()).toEqual(['Anna Shen owner', 'He Jia admin', 'Other owner owner', 'Xu Yi viewer'])
  })

  test('reads its own export back, in both languages, with names like formulas', async () => {
    await kontor.createUser('viewer', { name: '=1+1', email: 'formula@example.com' })
    await kontor.createUser('finance', { name: '李娜, "L"', email: 'li@example.com' })
    for (const locale of ['en', 'zh']) {
      await owner.fetch('/api/account/locale', { method: 'PUT', json: { locale } })
      expect((await run(owner, await exportUsers())).counts).toEqual({
        invited: 0,
        changed: 0,
        unchanged: 4,
        failed: 0,
      })
    }
  })

  test('names line, column and problem of everything that is wrong, and then imports nothing', async () => {
    await kontor.createUser('owner', { name: 'Other owner', email: 'other@example.com' })
    const file = [
      'Name,Email,Role',
      'Fine,fine@example.com,viewer',
      'No email,nobody,viewer',
      'No role,norole@example.com,',
      'Odd role,odd@example.com,king',
      'Again,FINE@example.com,viewer',
      'Too high,high@example.com,owner',
      'Other owner,other@example.com,viewer',
      'He Jing,he@example.com,viewer',
      'Renamed,other@example.com,',
      'Short,line',
      `${'x'.repeat(81)},long@example.com,viewer`,
    ].join('\n')
    const before = await listPeople()
    const { isApplied, counts, rows } = await run(admin, file)
    expect([isApplied, counts]).toEqual([false, { invited: 1, changed: 0, unchanged: 0, failed: 10 }])
    const failed = rows.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ line, field }) => [line, field])).toEqual([
      [3, 'email'],
      [4, 'role'],
      [5, 'role'],
      [6, 'email'],
      [7, 'role'],
      [8, null],
      [9, null],
      [10, 'email'],
      [11, null],
      [12, 'name'],
    ])
    expect(failed.map(({ problem }) => problem)).toContain('“king” is not a role.')
    expect([await listPeople(), await countInvitations()]).toEqual([before, 0])
  })

  test('refuses a file without people or with too many', async () => {
    const line = 'Wang,w@example.com,viewer\n'
    for (const count of [0, maxImportedUsers + 1]) {
      const response = await post(owner, `Name,Email,Role\n${line.repeat(count)}`, { dryRun: '1' })
      expect(await response.json()).toMatchObject({ status: 422, type: '/problems/not-a-staff-list' })
    }
  })

  test('stores no U+0000 of a file or its name, which PostgreSQL cannot', async () => {
    expect(await run(owner, 'Name,Email,Role\nXu,a\0b@example.com,viewer\n')).toMatchObject({
      isApplied: false,
      rows: [{ line: 2, outcome: 'failed', field: 'email' }],
    })
    const body = new FormData()
    body.append('file', new File(['Name,Email,Role\nXu,xu@example.com,viewer\n'], 'st\0aff.csv'))
    const response = await owner.fetch('/api/users/imports', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ isApplied: true, counts: { invited: 1 } })
    const { rows } = (await (await owner.fetch('/api/events')).json()) as { rows: AuditEvent[] }
    expect(rows.find(({ action }) => action === 'users.imported')?.objectLabel).toBe('st aff.csv')
  })

  test('needs the permission, also for what a line does', async () => {
    const viewer = await kontor.createUser('operations')
    const response = await post(viewer, 'Email,Role\na@example.com,viewer\n')
    expect([response.status, ((await response.json()) as Problem).type]).toEqual([403, '/problems/permission-denied'])
  })

  test('reads the encodings and separators of spreadsheets', async () => {
    const utf16 = Buffer.from('\ufeff姓名;邮箱;角色\r\n王五;wang@example.com;财务\r\n', 'utf16le')
    const { rows } = await run(owner, utf16, { dryRun: '1' })
    expect(rows).toMatchObject([{ name: '王五', role: 'finance', outcome: 'invited' }])
    const gb18030 = new Uint8Array([0xcd, 0xf5, 0xce, 0xe5])
    const file = new Blob(['Name,Email,Role\n', gb18030, ',wang@example.com,viewer\n'])
    expect((await run(owner, await file.bytes(), { dryRun: '1', encoding: 'gb18030' })).rows[0]?.name).toBe('王五')
  })

  test.each([
    '',
    'Name,Email,Role\n',
    'Name,Role\nA,viewer\n',
    'Email,Email\na@example.com,b@example.com\n',
    'PK\x03\x04',
    new Uint8Array([0x45, 0x6d, 0x61, 0x69, 0x6c, 0x0a, 0xff]),
  ])('refuses a file that is no list of staff: %p', async (content) => {
    const response = await post(owner, content)
    expect([response.status, ((await response.json()) as Problem).type]).toEqual([422, '/problems/not-a-staff-list'])
  })

  test('works as a form without script, and shows the links once', async () => {
    const body = new FormData()
    body.append('_endpoint', 'importUsers')
    body.append('file', new File(['Email,Role\nnew@example.com,viewer\n'], 'staff.csv', { type: 'text/csv' }))
    const response = await owner.fetch('/users?import=1', { method: 'POST', body })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Import done')
    expect(html).toContain('/register?invitation=')
    expect(await countInvitations()).toBe(1)
  })
})
