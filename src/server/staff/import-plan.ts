import { requirePermission } from '#server/auth/access.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { checkInput } from '#server/input/check-input.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { getMessages } from '#server/messages.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import type { ImportLine } from '#server/staff/import-file.ts'
import { listInvitedEmails } from '#server/staff/invitation-store.ts'
import { canGrant, denialReason } from '#server/staff/policy.ts'
import { findUsersByEmail, type User } from '#server/staff/store.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { staff as en } from '#shared/messages/en/staff.ts'
import { staff as zh } from '#shared/messages/zh/staff.ts'
import { listRoles, type Role } from '#shared/permissions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { ImportedUser } from '#shared/staff/import.ts'
import { inviteUserInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

/** A line with what the import will do. */
export interface PlannedLine extends ImportedUser {
  /** The account that has the email. */
  user: User | undefined
  /** The columns of the account that change. */
  changes: { name?: string; role?: string }
}

const staffTexts = { en, zh }

/** Lines that are planned at once. */
const sliceSize = 250

const personInput = z.object({ email: inviteUserInput.shape.email, name: inviteUserInput.shape.name })

/** Decides for each line what it changes and whether the user may, as they are now; changes nothing. */
export async function planImport(context: AuthenticatedContext, lines: readonly ImportLine[]): Promise<PlannedLine[]> {
  const { read } = context.kontor.database
  const ownRoles = await listOwnRoles(read)
  const rolesByName = nameRoles(ownRoles)
  const firstLines = new Map<string, number>()
  const planned: PlannedLine[] = []
  for (let at = 0; at < lines.length; at += sliceSize) {
    const slice = lines.slice(at, at + sliceSize)
    const keys = slice.map(({ email }) => normalizeEmail(email))
    const users = new Map((await findUsersByEmail(read, keys)).map((user) => [user.email_key, user]))
    const invited = new Set(await listInvitedEmails(read, keys, context.kontor.now()))
    for (const line of slice) {
      const key = normalizeEmail(line.email)
      const known = { user: users.get(key), isInvited: invited.has(key), firstLine: firstLines.get(key) }
      planned.push(planLine(context, line, known, rolesByName, ownRoles))
      if (!firstLines.has(key)) firstLines.set(key, line.line)
    }
    await yieldToEventLoop()
  }
  return planned
}

/** The ids of all roles by their names in every language, in lower case, and by their ids. */
function nameRoles(ownRoles: readonly Role[]): ReadonlyMap<string, string> {
  const builtInNames = (['en', 'zh'] as const).flatMap((locale) => Object.entries(getMessages(locale).common.roles))
  return new Map([
    ...listRoles(ownRoles).map(({ id }) => [id, id] as const),
    ...builtInNames.map(([id, name]) => [name.toLowerCase(), id] as const),
    ...ownRoles.map(({ id, name }) => [name.toLowerCase(), id] as const),
  ])
}

interface Known {
  user: User | undefined
  isInvited: boolean
  /** An earlier line with the same email. */
  firstLine: number | undefined
}

function planLine(
  context: AuthenticatedContext,
  line: ImportLine,
  known: Known,
  rolesByName: ReadonlyMap<string, string>,
  ownRoles: readonly Role[],
): PlannedLine {
  const role = line.role === '' ? null : (rolesByName.get(line.role.toLowerCase()) ?? null)
  const { user } = known
  const planned: PlannedLine = {
    line: line.line,
    email: line.email.slice(0, 254),
    name: line.name.slice(0, 80),
    role,
    outcome: 'unchanged',
    field: null,
    problem: null,
    user,
    changes: {},
  }
  try {
    requireValid(context, line, known, role)
    if (!user) return known.isInvited ? planned : { ...planned, outcome: planInvitation(context, role, ownRoles) }
    const changes = {
      ...(line.name !== '' && line.name !== user.name && { name: line.name }),
      ...(role !== null && role !== user.role && { role }),
    }
    if (Object.keys(changes).length === 0) return planned
    requireChangeable(context, user, changes, ownRoles)
    return { ...planned, changes, outcome: 'changed' }
  } catch (error) {
    if (error instanceof LineError) return { ...planned, outcome: 'failed', field: error.field, problem: error.message }
    if (!(error instanceof ProblemError)) throw error
    return { ...planned, outcome: 'failed', ...describeFailure(context, error) }
  }
}

/** The sentence of a problem of a line, and its column. */
export function describeFailure(
  { locale }: Pick<AuthenticatedContext, 'locale'>,
  error: ProblemError,
): Pick<ImportedUser, 'field' | 'problem'> {
  const { problem } = toProblem(error, locale)
  const [field] = problem.errors ?? []
  const columns = ['name', 'email', 'role'] as const
  return {
    field: columns.find((column) => field?.pointer === `/${column}`) ?? null,
    problem: field?.detail ?? problem.title,
  }
}

/** What is wrong with a line of the file, in the language of the user. */
class LineError extends Error {
  readonly field: ImportedUser['field']

  constructor(field: ImportedUser['field'], message: string) {
    super(message)
    this.field = field
  }
}

function requireValid(
  { locale }: AuthenticatedContext,
  line: ImportLine,
  { firstLine }: Known,
  role: string | null,
): void {
  const texts = staffTexts[locale].import.problems
  if (line.broken) throw new LineError(null, texts[line.broken])
  checkInput(personInput, { email: line.email, name: line.name })
  if (firstLine !== undefined) throw new LineError('email', texts.twice(firstLine))
  if (role === null && line.role !== '') throw new LineError('role', texts.unknownRole(line.role.slice(0, 60)))
}

function planInvitation(context: AuthenticatedContext, role: string | null, ownRoles: readonly Role[]): 'invited' {
  requirePermission(context, 'users.invite')
  if (role === null) throw invalidInput({ pointer: '/role', reason: 'required' })
  requireGrantable(context, role, ownRoles)
  return 'invited'
}

function requireChangeable(
  context: AuthenticatedContext,
  user: User,
  { role }: PlannedLine['changes'],
  ownRoles: readonly Role[],
): void {
  const { user: actor } = context.session
  requirePermission(context, 'users.change_role')
  if (role !== undefined) {
    const reason = denialReason('changeRole', actor, user, ownRoles)
    if (reason) throw new ProblemError(reason)
    requireGrantable(context, role, ownRoles)
  } else if (user.id !== actor.id && user.role !== null && !canGrant(actor, user.role, ownRoles))
    throw new ProblemError('above-your-rank')
}

function requireGrantable({ session }: AuthenticatedContext, role: string, ownRoles: readonly Role[]): void {
  if (!canGrant(session.user, role, ownRoles)) throw invalidInput({ pointer: '/role', reason: 'role-above-own' })
}
