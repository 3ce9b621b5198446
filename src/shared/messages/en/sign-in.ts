/** Words of the pages for visitors: log in, register. */
export const signIn = {
  login: {
    title: 'Log in',
    subtitle: 'to the back office',
    email: 'E-mail',
    password: 'Password',
    submit: 'Log in',
    noAccount: 'No account yet?',
    register: 'Register',
  },
  register: {
    title: 'Register',
    setupTitle: 'Make the first account',
    subtitle: {
      setup: 'It owns this installation: it may do everything and lets the others in.',
      approval: 'An administrator lets you in, usually the same day.',
      open: 'You can log in right after.',
    },
    name: 'Name',
    nameHint: 'As your colleagues know you',
    email: 'E-mail',
    password: 'Password',
    submit: 'Register',
    setupSubmit: 'Make the account',
    haveAccount: 'You have an account?',
    login: 'Log in',
    rules: {
      length: (minimum: number, now: number) =>
        now === 0 ? `At least ${minimum} characters` : `At least ${minimum} characters (${now} now)`,
      common: 'Not one that everyone tries; looked up on sending',
      omitsPersonalInfo: 'Does not contain your name or e-mail',
      recommended: (length: number) => `Better still: ${length} characters or more`,
      met: 'done',
    },
    closedTitle: 'Registration is closed',
    closedText: 'Ask an administrator for an account.',
    expiredTitle: 'This link no longer works',
    expiredText:
      'It has been used or has expired. As long as there is no account, every start of Kontor prints a new one.',
    pendingTitle: 'You are registered',
    pendingText:
      'An administrator looks at it now. As soon as you are let in, you can log in with your e-mail and password.',
    activeTitle: 'Your account is ready',
    activeText: 'Log in with your e-mail and password.',
  },
}
