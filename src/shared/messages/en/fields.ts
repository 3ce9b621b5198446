import type { ProblemParameters, MessageTemplate } from '#shared/problem.ts'

/** What is wrong with a field, by the reason that a schema or a verb gives. */
export const fields = {
  'required': 'Fill this in.',
  'invalid': 'This cannot be taken.',
  'choice': 'Choose one of the list.',
  'number': 'Write a whole number.',
  'too-small': ({ minimum }: ProblemParameters) => `At least ${minimum}.`,
  'too-big': ({ maximum }: ProblemParameters) => `At most ${maximum}.`,
  'too-long': ({ maximum }: ProblemParameters) => `At most ${maximum} characters.`,
  'control-characters': 'Letters, digits and signs only, on one line.',
  'file': 'Choose a file.',
  'day': 'A day like 2026-09-23.',
  'currency': 'A currency code like CNY.',
  'email': 'An address like name@example.com.',
  'password-short': 'At least 12 characters.',
  'password-long': 'At most 128 characters.',
  'password-common': 'Everyone tries this one. Take another.',
  'password-contains-name': 'Must not contain your name.',
  'password-contains-email': 'Must not contain your e-mail.',
  'email-taken': 'There is an account with this e-mail.',
  'role-above-own': 'You may give only roles below your own.',
} satisfies Record<string, MessageTemplate>
