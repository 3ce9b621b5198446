import type { MailKind } from '#shared/account/mails.ts'

/** The values of a mail's text: names as they were typed, times as text. Those that a kind does not have are empty. */
export type MailValues = Record<'name' | 'by' | 'time' | 'device' | 'ip', string>

/** A mail: its paragraphs before and after the button. */
export interface MailText {
  subject: (values: MailValues) => string
  paragraphs: (values: MailValues) => string[]
  button: string
  closing: string
}

const mailTexts: Record<MailKind, MailText> = {
  'reset': {
    subject: () => 'Reset your Kontor password',
    paragraphs: ({ name }) => [`Hi ${name},`, 'Use this link to choose a new password for your Kontor account.'],
    button: 'Choose a new password',
    closing:
      'The link works once, within 30 minutes. If you did not ask for it, ignore this email: your password stays as it is.',
  },
  'invitation': {
    subject: ({ by }) => `${by} invited you to Kontor`,
    paragraphs: ({ by }) => [`${by} invited you to Kontor, the back office.`, 'Create your account to get started.'],
    button: 'Create account',
    closing: 'The link works once, within 7 days. If you do not know the sender, ignore this email.',
  },
  'password-changed': {
    subject: () => 'Your Kontor password was changed',
    paragraphs: ({ name, time, ip }) => [
      `Hi ${name},`,
      `The password of your Kontor account was changed on ${time}${ip && ` from ${ip}`}. Your other sessions were ended.`,
    ],
    button: 'Open Kontor',
    closing: 'If it was not you, ask an administrator to suspend your account right away.',
  },
  'factors-changed': {
    subject: () => 'Your two-step authentication for Kontor was changed',
    paragraphs: ({ name, time, ip }) => [
      `Hi ${name},`,
      `An authenticator app, passkey or recovery codes of your Kontor account were changed on ${time}${ip && ` from ${ip}`}.`,
    ],
    button: 'Review your account',
    closing: 'If it was not you, ask an administrator to suspend your account right away.',
  },
  'new-device': {
    subject: () => 'New login to Kontor',
    paragraphs: ({ name, time, device, ip }) => [
      `Hi ${name},`,
      `Your Kontor account was used to log in on a new device: ${device}${ip && `, ${ip}`}, on ${time}.`,
    ],
    button: 'Review your sessions',
    closing: 'If it was not you, end the session and change your password.',
  },
}

/** Texts of mails. */
export const mails = {
  texts: mailTexts,
  linkHint: 'If the button does not work, copy this link into your browser:',
}
