import { cleanFileName } from '#server/files/file-name.ts'
import { parseCharset } from '#server/imports/import-input.ts'
import { inTransaction } from '#server/auth/access.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { changeUserRole } from '#server/staff/actions.ts'
import { readImportFile } from '#server/staff/import-file.ts'
import { describeFailure, type PlannedLine, planImport } from '#server/staff/import-plan.ts'
import { inviteUser } from '#server/staff/invitation-actions.ts'
import { canGrant } from '#server/staff/policy.ts'
import * as store from '#server/staff/store.ts'
import { ProblemError } from '#shared/problem.ts'
import { importOutcomes, type ImportOutcome, type UsersImport } from '#shared/staff/import.ts'

/**
 * `POST /api/users/imports`: invites the people of a CSV file who have no account, and gives the others the name and the role of the file.
 * A file with a problem in any line changes nothing. Each line is done in transactions of its own, which check it again.
 */
export const importUsers: Action<'importUsers'> = async (context, { file, dryRun, encoding }) => {
  const lines = await planImport(context, await readImportFile(file, encoding ?? parseCharset(file.type)))
  const isApplied = dryRun !== '1' && dryRun !== 'true' && lines.every(({ outcome }) => outcome !== 'failed')
  const done = isApplied ? await applyAll(context, lines) : lines
  const counts = countOutcomes(done)
  if (isApplied) await recordImport(context, cleanFileName(file, 'staff.csv'), counts)
  return {
    isApplied,
    counts,
    rows: done
      .filter(({ outcome }) => outcome !== 'unchanged')
      .map(({ line, email, name, role, outcome, field, problem, url }) => ({
        ...{ line, email, name, role, outcome, field, problem },
        ...(url !== undefined && { url }),
      })),
  }
}

function countOutcomes(lines: readonly PlannedLine[]): UsersImport['counts'] {
  const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as Record<ImportOutcome, number>
  for (const { outcome } of lines) counts[outcome]++
  return counts
}

async function applyAll(context: AuthenticatedContext, lines: readonly PlannedLine[]): Promise<PlannedLine[]> {
  const done: PlannedLine[] = []
  for (const line of lines) done.push(line.outcome === 'unchanged' ? line : await apply(context, line))
  return done
}

/** Each line has its own event; this one says what the file did as a whole. */
const recordImport = (context: AuthenticatedContext, fileName: string, counts: UsersImport['counts']): Promise<void> =>
  // Record what was done even if the user was suspended during the import.
  inTransaction({ ...context, access: 'anyone' }, (transaction) =>
    recordEvents(transaction, context, {
      action: 'users.imported',
      objectType: 'import',
      objectId: newId(),
      objectLabel: fileName,
      parameters: counts,
    }),
  )

/** What others have changed since the file was checked is a problem of its line alone. */
async function apply(context: AuthenticatedContext, line: PlannedLine): Promise<PlannedLine> {
  const { user, email, name, role, changes } = line
  try {
    if (!user) {
      const { url } = await inviteUser({ ...context, access: 'users.invite' }, { email, name, role: role ?? '' })
      return { ...line, url }
    }
    const changeContext = { ...context, access: 'users.change_role' } as const
    if (changes.role !== undefined) await changeUserRole(changeContext, { id: user.id, role: changes.role })
    if (changes.name !== undefined) await renameUser(changeContext, user.id, changes.name)
    return line
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { ...line, outcome: 'failed', ...describeFailure(context, error) }
  }
}

async function renameUser(context: AuthenticatedContext, id: string, name: string): Promise<void> {
  const nameSortKey = createNameSortKey(name)
  await inTransaction(context, async (transaction, actor) => {
    const user = await store.findUser(transaction, id)
    if (!user) throw new ProblemError('not-found')
    const ownRoles = await listOwnRoles(transaction)
    if (id !== actor.id && user.role !== null && !canGrant(actor, user.role, ownRoles))
      throw new ProblemError('above-your-rank')
    await store.updateUser(transaction, id, { name, name_sort_key: nameSortKey })
    await recordEvents(transaction, context, {
      action: 'user.profile_changed',
      objectType: 'user',
      objectId: id,
      objectLabel: name,
      changes: [{ field: 'name', from: user.name, to: name }],
    })
  })
}
