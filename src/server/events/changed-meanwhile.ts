import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/events/store.ts'
import { getMessages } from '#server/messages.ts'
import type { EventView } from '#shared/events/views.ts'
import { type Problem, ProblemError, type ProblemParameters } from '#shared/problem.ts'
import { zonedTime } from '#shared/time.ts'

interface Conflict {
  /** The object that was changed since its user saw it. */
  object: readonly [type: EventView['objectType'], id: string]
  /** The parameter with which events say that they changed the version; without it, all events of the object did. */
  versionParameter?: 'version' | 'profileVersion'
  /** Fields that both changed: the newest change of one of them is named. */
  conflicts?: Problem['conflicts'] & {}
  extension?: Pick<Problem, 'conflicts' | 'conflictVersion'>
}

/** The problem `changed-meanwhile` with the user who changed an object last, and when, if the user may see events. */
export async function changedMeanwhile(
  db: Db,
  context: RequestContext,
  { object, versionParameter, conflicts = [], extension }: Conflict,
): Promise<ProblemError> {
  const parameters = hasPermission(context, 'events.view')
    ? await describeChange(db, context, { object, versionParameter, fields: conflicts.map(({ field }) => field) })
    : {}
  return new ProblemError('changed-meanwhile', { ...parameters, conflicts: conflicts.length }, [], extension)
}

async function describeChange(
  db: Db,
  { kontor, locale, session }: RequestContext,
  {
    object,
    versionParameter,
    fields,
  }: Pick<Conflict, 'object'> & { versionParameter: Conflict['versionParameter']; fields: readonly string[] },
): Promise<ProblemParameters> {
  const events = (await store.listActors(db, ...object)).map((event) => ({
    ...event,
    ...parseParameters(event.parameters),
  }))
  const changes = events.filter(({ parameters }) => !versionParameter || parameters[versionParameter] !== undefined)
  const change = changes.find((each) => each.changes.some(({ field }) => fields.includes(field))) ?? changes[0]
  if (!change) return {}
  const { common } = getMessages(locale)
  const time = zonedTime(change.at, kontor.book.timeZone)
  const today = zonedTime(kontor.now(), kontor.book.timeZone)
  const isThisYear = time.year === today.year
  const isToday = isThisYear && time.month === today.month && time.day === today.day
  const day = common.day(time.day, common.months[time.month - 1] ?? '', isThisYear ? undefined : time.year)
  return {
    changedBy: change.actor_name ?? '',
    changedBySelf: Number(change.actor_type === 'user' && change.actor_id === session?.user.id),
    changedDay: isToday ? '' : day,
    changedTime: [time.hour, time.minute].map((part) => String(part).padStart(2, '0')).join(':'),
  }
}
