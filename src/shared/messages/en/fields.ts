import type { ProblemParameters, MessageTemplate } from '#shared/problem.ts'

/** What is wrong with a field, by the reason code of a schema or an action. */
export const fields = {
  'required': 'This field is required.',
  'invalid': 'This value is not valid.',
  'unknown': 'This parameter does not exist. Check its name.',
  'belongs-in-query': 'Send this in the query of the URL.',
  'choice': 'Choose an option from the list.',
  'number': 'Enter a whole number.',
  'too-small': ({ minimum }: ProblemParameters) => `Enter ${minimum} or more.`,
  'too-big': ({ maximum }: ProblemParameters) => `Enter ${maximum} or less.`,
  'too-long': ({ maximum }: ProblemParameters) => `Use ${maximum} characters or fewer.`,
  'control-characters': 'Use one line without control characters.',
  'file': 'Choose a file.',
  'day': 'Enter a date like 2026-09-23.',
  'currency': 'Enter a currency code like CNY.',
  'email': 'Enter an email address like name@example.com.',
  'password-short': 'Use 12 characters or more.',
  'password-long': 'Use 128 characters or fewer.',
  'password-common': 'This password is too common. Choose another one.',
  'password-contains-name': 'Your password must not contain your name.',
  'password-contains-email': 'Your password must not contain your email.',
  'email-taken': 'An account with this email already exists.',
  'role-above-own': 'You can only assign roles below your own.',
} satisfies Record<string, MessageTemplate>
