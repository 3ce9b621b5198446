/** Mails with a one-time link, by the kind of the link. */
export const linkMails = ['reset', 'invitation'] as const
/** The mails that users can turn off. The one about a changed password is always sent. */
export const optionalMails = ['new-device', 'factors-changed'] as const
export type OptionalMail = (typeof optionalMails)[number]

export type LinkMail = (typeof linkMails)[number]
export type MailKind = LinkMail | OptionalMail | 'password-changed'

/** Whether a kind of mail is among those that a user does not want, which `mutedMails` lists separated by spaces. */
export const isMuted = (kind: MailKind, mutedMails: string): boolean => mutedMails.split(' ').includes(kind)

/** What is stored of a choice: the kinds that are not wanted. */
export const toMutedMails = (wanted: readonly OptionalMail[]): string =>
  optionalMails.filter((kind) => !wanted.includes(kind)).join(' ')
