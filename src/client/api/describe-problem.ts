import type { Messages } from '#shared/messages/en.ts'
import type { Problem } from '#shared/problem.ts'

/** What a failed call says: its title, and in a sentence what is wrong, with its first field if it names one. A problem without texts had no answer: then what to do about that. */
export const describeProblem = (
  { title, detail, errors }: Problem,
  { offline, offlineText }: Pick<Messages['common'], 'offline' | 'offlineText'>,
): { title: string; description: string } => ({
  title: title || offline,
  description: errors?.[0]?.detail || detail || title || offlineText,
})
