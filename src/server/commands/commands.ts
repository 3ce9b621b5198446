import type { Command } from '#server/commands/command.ts'
import { importFormats } from '#shared/orders/import-formats.ts'
import { builtInRoles } from '#shared/permissions.ts'

/** The commands of the program. Each loads its code only when it is called. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    usage: '[--demo]',
    summary: 'migrates the database and starts the server (default); --demo fills an empty database with sample data',
    options: { demo: { type: 'boolean' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/serve.ts')).serve(invocation),
  },
  {
    name: 'import orders',
    usage: `FILE [--format ${importFormats.join('|')}] [--currency CODE] [--encoding LABEL] [--dry-run] [--update]`,
    summary:
      'imports orders from a file, --update also updates existing orders that have changed; exit code 1 if orders were rejected',
    options: {
      'format': { type: 'string' },
      'currency': { type: 'string' },
      'encoding': { type: 'string' },
      'dry-run': { type: 'boolean' },
      'update': { type: 'boolean' },
    },
    args: 1,
    run: async (invocation) => (await import('#server/commands/import-orders.ts')).importOrders(invocation),
  },
  {
    name: 'import customers',
    usage: 'FILE [--encoding LABEL] [--dry-run]',
    summary: 'imports customers from a file; exit code 1 if customers were rejected',
    options: { 'encoding': { type: 'string' }, 'dry-run': { type: 'boolean' } },
    args: 1,
    run: async (invocation) => (await import('#server/commands/import-customers.ts')).importCustomers(invocation),
  },
  {
    name: 'user add',
    usage: `--email EMAIL --name NAME --role ${builtInRoles.join('|')}`,
    summary: 'adds an active account; reads the password from standard input',
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/add-user.ts')).addUser(invocation),
  },
  {
    name: 'user unlock',
    usage: '--email EMAIL',
    summary: 'unblocks an account after too many failed logins',
    options: { email: { type: 'string' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/account-commands.ts')).unlockUser(invocation),
  },
  {
    name: 'user list',
    usage: '',
    summary: 'prints all accounts: email, name, role, status and last activity, separated by tabs',
    options: {},
    args: 0,
    run: async (invocation) => (await import('#server/commands/account-commands.ts')).listUsers(invocation),
  },
  {
    name: 'user reset-password',
    usage: '--email EMAIL [--link]',
    summary: 'sets a new password, read from standard input; --link prints a link for the user to set it',
    options: { email: { type: 'string' }, link: { type: 'boolean' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/account-commands.ts')).resetPassword(invocation),
  },
  {
    name: 'user remove-factors',
    usage: '--email EMAIL',
    summary: 'removes the authenticator app, passkeys and recovery codes of an account',
    options: { email: { type: 'string' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/account-commands.ts')).removeFactors(invocation),
  },
  {
    name: 'user suspend',
    usage: '--email EMAIL',
    summary: 'suspends an account and ends its sessions',
    options: { email: { type: 'string' } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/account-commands.ts')).suspendUser(invocation),
  },
  {
    name: 'verify',
    usage: '[--full] [--expect HEAD]...',
    summary:
      'runs the self-check, one line per check, and prints the heads of both chains; exit code 1 if a check fails or HEAD, a head printed before, is no longer in its chain; --full also compares orders that did not change since their import with what was received and, on SQLite, indexes with their tables',
    options: { full: { type: 'boolean' }, expect: { type: 'string', multiple: true } },
    args: 0,
    run: async (invocation) => (await import('#server/commands/verify.ts')).verify(invocation),
  },
  {
    name: 'optimize',
    usage: '',
    summary: 'updates the query planner statistics; a server with SQLite does this every hour',
    options: {},
    args: 0,
    run: async (invocation) => (await import('#server/commands/optimize.ts')).optimize(invocation),
  },
  {
    name: 'backup',
    usage: 'FILE',
    summary: 'backs up the database to a new file, even while the server is running',
    options: {},
    args: 1,
    run: async (invocation) => (await import('#server/commands/backup.ts')).backup(invocation),
  },
  {
    name: 'restore',
    usage: 'FILE [--accept-failed-checks]',
    summary: 'replaces the database with a backup after checking it; the server must be stopped',
    options: { 'accept-failed-checks': { type: 'boolean' } },
    args: 1,
    run: async (invocation) => (await import('#server/commands/restore.ts')).restore(invocation),
  },
]
