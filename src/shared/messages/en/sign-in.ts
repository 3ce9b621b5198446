/** Texts of the login and registration pages. */
export const signIn = {
  login: {
    title: 'Log in',
    subtitle: 'to the back office',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    noAccount: 'No account yet?',
    register: 'Register',
  },
  code: {
    title: 'Second step',
    subtitle: 'Confirm that it is you',
    either: { label: 'Code', hint: 'From your authenticator app, or a recovery code', other: '' },
    app: { label: 'Code', hint: 'The 6 digits that your authenticator app shows', other: 'Use a recovery code' },
    recovery: {
      label: 'Recovery code',
      hint: 'One of the ten codes that you saved. Each works once.',
      other: 'Use your authenticator app',
    },
    submit: 'Continue',
    restart: 'Start over',
  },
  loginAgain: {
    title: 'Your session has expired',
    text: 'Log in again to continue. Nothing you typed is lost.',
  },
  userChanged: {
    title: (now: string) => `You are now logged in as ${now}`,
    text: (before: string, now: string) =>
      `This page was opened by ${before}. Reload it to continue as ${now}. What you typed here stays until then.`,
    stay: 'Not now',
    reload: 'Reload page',
  },
  register: {
    title: 'Register',
    invitationTitle: 'Create your account',
    setupTitle: 'Create the owner account',
    subtitle: {
      setup: 'The owner has every permission and approves everyone else.',
      invitation: 'You can log in right away.',
      approval: 'An administrator will review your request.',
      open: 'You can log in right away.',
    },
    name: 'Name',
    nameHint: 'The name your colleagues know you by',
    email: 'Email',
    password: 'Password',
    submit: 'Register',
    setupSubmit: 'Create account',
    haveAccount: 'Already have an account?',
    login: 'Log in',
    rules: {
      length: (minimum: number, now: number) =>
        now === 0 ? `At least ${minimum} characters` : `At least ${minimum} characters (${now} now)`,
      common: 'Not a commonly used password',
      omitsPersonalInfo: 'Does not contain your name or email',
      recommended: (length: number) => `Recommended: ${length} characters or more`,
      met: 'done',
    },
    closedTitle: 'Registration is closed',
    closedText: 'Ask an administrator for an account.',
    setupRequiredTitle: 'Set up Kontor',
    setupRequiredText:
      'The setup link is in the server’s output. Open it to create the owner account. It is valid for 30 minutes; Kontor prints a new one each time it starts.',
    expiredTitle: 'This link is no longer valid',
    expiredText:
      'It has already been used or has expired. As long as there is no account, Kontor prints a new one each time it starts.',
    invitationInvalidTitle: 'This invitation is no longer valid',
    invitationInvalidText: 'It has been used, revoked or has expired. Ask the person who invited you for a new link.',
    invitedEmailHint: 'This is the email that was invited.',
    pendingTitle: 'Request sent',
    pendingText: 'An administrator will review it. Once approved, log in with your email and password.',
    activeTitle: 'Your account is ready',
    activeText: 'Log in with your email and password.',
  },
}
