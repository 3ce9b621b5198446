/** Mails with a one-time link, by the kind of the link. */
export const linkMails = ['reset', 'invitation'] as const
/** What users may choose not to be told. A changed password is always told. */
export const optionalMails = ['new-device'] as const
export type OptionalMail = (typeof optionalMails)[number]

export type LinkMail = (typeof linkMails)[number]
export type MailKind = LinkMail | OptionalMail | 'password-changed'
