import { common } from '#shared/messages/en/common.ts'
import { errors } from '#shared/messages/en/errors.ts'
import { imports } from '#shared/messages/en/imports.ts'
import type { ProblemName, ProblemParameters, MessageTemplate } from '#shared/problem.ts'
import { type Permission, rolesWithPermission } from '#shared/permissions.ts'

const minutes = (seconds: number): string => {
  const count = Math.max(1, Math.ceil(seconds / 60))
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** Every refusal: a short title, and a sentence that says what to do. */
export const problems = {
  'invalid-input': { title: 'Some fields are wrong', detail: 'Look at the fields that are marked.' },
  'malformed-body': { title: 'The request cannot be read', detail: 'It is not a valid form, JSON or UTF-8.' },
  'unsupported-media-type': { title: 'This kind of content is not taken', detail: 'Send JSON or a form.' },
  'too-large': {
    title: 'Too large',
    detail: ({ limit }: ProblemParameters) => (limit ? `At most ${limit} are taken.` : 'Send less at once.'),
  },
  'unknown-host': { title: 'Unknown host', detail: 'This server answers only under its own address.' },
  'cross-site': { title: 'Sent from another site', detail: 'A change is taken only from a page of this site.' },
  'method-not-allowed': {
    title: 'Not possible here',
    detail: ({ allow }: ProblemParameters) => `This address knows only ${allow}.`,
  },
  'not-found': {
    title: 'Not found',
    detail: ({ number }: ProblemParameters) =>
      number ? `There is no ${number}.` : 'There is nothing under this address.',
  },
  'not-logged-in': { title: 'Not logged in', detail: 'Log in first.' },
  'permission-denied': {
    title: 'A right is missing',
    detail: ({ permission }: ProblemParameters) => {
      const roles = rolesWithPermission(permission as Permission).map((role) => common.roles[role])
      return `This needs the permission ${permission}. It comes with the roles ${roles.join(', ')}.`
    },
  },
  'invalid-credentials': { title: 'Not logged in', detail: 'The e-mail or the password is wrong.' },
  'account-pending': { title: 'Your account waits', detail: 'An administrator has to let you in first.' },
  'account-suspended': { title: 'This account is suspended', detail: 'An administrator can restore it.' },
  'too-many-attempts': {
    title: 'Too many attempts',
    detail: ({ seconds }: ProblemParameters) => `Try again in ${minutes(Number(seconds))}.`,
  },
  'registration-closed': { title: 'Registration is closed', detail: 'Ask an administrator for an account.' },
  'setup-link-invalid': {
    title: 'This link no longer works',
    detail: 'It has been used or has expired. A start of Kontor without any account prints a new one.',
  },
  'above-your-rank': {
    title: 'Above your rank',
    detail: 'You may let in and suspend only people whose role is below your own.',
  },
  'own-account': { title: 'This is your own account', detail: 'Somebody else has to do this.' },
  'last-owner': { title: 'The last owner stays', detail: 'Without an owner nobody could let another one in.' },
  'illegal-transition': {
    title: 'Not possible any more',
    detail: 'The state it is in does not allow this. Load the page again to see what is possible.',
  },
  'changed-meanwhile': {
    title: 'Changed in the meantime',
    detail: 'Somebody changed it after you opened it. Look at it is now before you go on.',
  },
  'not-an-order-export': {
    title: 'Not an order export',
    detail: imports.whole,
  },
  'unavailable': {
    title: 'Not available now',
    detail: 'It took too long, or the database does not answer. Look whether it was done, then try again.',
  },
  'storage-full': {
    title: 'No room left',
    detail: 'The disk of the server is full. Tell whoever runs it, then try again.',
  },
  'internal': {
    title: errors.generic,
    detail: ({ imported }: ProblemParameters) =>
      imported
        ? 'Something broke. If it happens again, send the request id to whoever runs Kontor for you.'
        : errors.genericText,
  },
} satisfies Record<ProblemName, { title: string; detail: MessageTemplate }>

/** What is added to the sentence of any problem whose refusal has a parameter of this name: here, how much of it was done all the same. */
export const additions = {
  imported: ({ imported }: ProblemParameters) => imports.interrupted(Number(imported)),
}
