import { getFieldMessages, getMessages } from '#server/messages.ts'
import {
  type FieldError,
  type Problem,
  type ProblemError,
  type MessageTemplate,
  statusOf,
  formatMessage,
} from '#shared/problem.ts'
import type { Locale } from '#shared/locales.ts'

/** The problem details (RFC 9457) of an error, in the given language, with its response headers. */
export function toProblem(error: ProblemError, locale: Locale): { problem: Problem; headers: Record<string, string> } {
  const { problem: problemName, parameters, fields, extension } = error
  const messages = getMessages(locale)
  const { title, detail }: { title: string; detail: MessageTemplate } = messages.problems[problemName]
  const additions = Object.entries<MessageTemplate>(messages.additions).filter(([name]) => parameters[name])
  const problem: Problem = {
    type: `/problems/${problemName}`,
    title,
    status: statusOf(problemName),
    detail: [detail, ...additions.map(([, sentence]) => sentence)]
      .map((template) => formatMessage(template, parameters))
      .join(messages.common.sentenceGap),
    ...extension,
  }
  if (fields.length > 0)
    problem.errors = fields.map((field) => ({
      ...(field.in && { in: field.in }),
      pointer: field.pointer,
      detail: formatFieldError(field, locale),
    }))
  return { problem, headers: problemHeaders(error) }
}

/** What is wrong with a field, in the given language. */
export function formatFieldError({ reason, parameters }: FieldError, locale: Locale): string {
  const templates = getFieldMessages(locale)
  const template = Object.hasOwn(templates, reason) ? templates[reason] : templates['invalid']
  return formatMessage(template ?? '', parameters)
}

function problemHeaders({ problem, parameters: { seconds, allow } }: ProblemError): Record<string, string> {
  if (problem === 'too-many-attempts' || problem === 'too-many-requests') return { 'Retry-After': String(seconds) }
  if (problem === 'request-in-progress') return { 'Retry-After': '1' }
  // The rest of the body is still to come.
  if (problem === 'request-timeout') return { Connection: 'close' }
  if (problem === 'unavailable') return { 'Retry-After': '5' }
  if (problem === 'method-not-allowed') return { Allow: String(allow) }
  // RFC 9110 requires it of every 401: clients such as that of Java fail without it, and their program does not see the problem.
  if (statusOf(problem) === 401) return { 'WWW-Authenticate': 'Bearer' }
  return {}
}
