import { messagesIn } from '#server/messages.ts'
import { type Problem, type Refusal, type Sentence, statusOf, tell } from '#shared/problem.ts'
import type { Locale } from '#shared/staff/inputs.ts'

/** A refusal as a client receives it, in the reader's language, with the headers that belong to it. */
export function problemOf(refusal: Refusal, locale: Locale): { problem: Problem; headers: Record<string, string> } {
  const { problem: problemName, parameters, fields } = refusal
  const words = messagesIn(locale)
  const sentences: Record<string, Sentence> = words.fields
  const { title, detail }: { title: string; detail: Sentence } = words.problems[problemName]
  const more = Object.entries<Sentence>(words.additions).filter(([name]) => parameters[name])
  const problem: Problem = {
    type: `/problems/${problemName}`,
    title,
    status: statusOf(problemName),
    detail: [detail, ...more.map(([, sentence]) => sentence)].map((it) => tell(it, parameters)).join(words.common.gap),
  }
  if (fields.length > 0)
    problem.errors = fields.map(({ pointer, reason, parameters: gaps }) => ({
      pointer,
      detail: tell((Object.hasOwn(sentences, reason) ? sentences[reason] : undefined) ?? words.fields.invalid, gaps),
    }))
  return { problem, headers: headersOf(refusal) }
}

function headersOf({ problem, parameters: { seconds, allow } }: Refusal): Record<string, string> {
  if (problem === 'too-many-attempts') return { 'Retry-After': String(seconds) }
  if (problem === 'unavailable') return { 'Retry-After': '5' }
  if (problem === 'method-not-allowed') return { Allow: String(allow) }
  return {}
}
