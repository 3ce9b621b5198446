import type { OptionalMail } from '#shared/account/mails.ts'

const mails: Record<OptionalMail, string> = {
  'new-device': 'When my account is used on a new device',
}

/** Texts of the panel of the own account. */
export const account = {
  title: 'My account',
  profile: 'Profile',
  name: 'Name',
  mailsTitle: 'Send me mail',
  mails,
  save: 'Save changes',
  saved: 'Profile saved',
  appearance: 'Language and color mode',
  password: 'Password',
  passwordHint: 'Your other sessions end when you change it.',
  changePassword: 'Change password…',
  currentPassword: 'Current password',
  newPassword: 'New password',
  setPassword: 'Change password',
  cancel: 'Cancel',
  passwordChanged: 'Password changed. Your other sessions were ended.',
  forgot: 'Forgot it? Log out and choose “Forgot your password?”.',
  sessions: 'Sessions',
  unknownDevice: 'Unknown device',
  thisSession: 'This session',
  sessionTimes: (started: string, lastUsed: string) => `Logged in ${started} · last active ${lastUsed}`,
  end: 'End',
  endLabel: (device: string) => `End session: ${device}`,
  ended: 'Session ended',
  endOthers: 'End other sessions',
  othersEnded: (count: number) => (count === 1 ? '1 session ended' : `${count} sessions ended`),
  endAll: 'Log out everywhere',
}
