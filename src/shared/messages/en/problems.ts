import { importUndoRefusals } from '#shared/messages/en/import-undo.ts'
import { monthName } from '#shared/messages/en/month-name.ts'
import { maxImportedUsers } from '#shared/staff/import.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'
import { formatCount } from '#shared/count.ts'
import { common } from '#shared/messages/en/common.ts'
import { errors } from '#shared/messages/en/errors.ts'
import { imports } from '#shared/messages/en/imports.ts'
import { orderPanel } from '#shared/messages/en/order-panel.ts'
import { toActions } from '#shared/orders/actions.ts'
import type { ProblemName, ProblemParameters, MessageTemplate } from '#shared/problem.ts'
import { type BuiltInRole, type Permission, rolesWithPermission } from '#shared/permissions.ts'

const minutes = (seconds: number): string => {
  const count = Math.max(1, Math.ceil(seconds / 60))
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** Every problem: a short title, and a sentence that says what to do. */
export const problems = {
  'invalid-input': { title: 'Some fields are not valid', detail: 'Check the highlighted fields.' },
  'malformed-body': {
    title: 'Malformed request',
    detail: 'The body must be a JSON object or form data, and the URL percent-encoded, both in UTF-8.',
  },
  'unsupported-media-type': { title: 'Unsupported content type', detail: 'Send JSON or a form, without compression.' },
  'too-large': {
    title: 'Too large',
    detail: ({ limit }: ProblemParameters) => (limit ? `The maximum is ${limit}.` : 'Send less data at once.'),
  },
  'request-timeout': {
    title: 'The request did not arrive completely',
    detail: 'Nothing was changed. Check your connection, then try again.',
  },
  'unknown-host': { title: 'Unknown host', detail: 'Use the public address of this server.' },
  'cross-site': { title: 'Request from another site', detail: 'Changes are only accepted from pages of this site.' },
  'method-not-allowed': {
    title: 'Method not allowed',
    detail: ({ allow }: ProblemParameters) => `Allowed methods: ${allow}.`,
  },
  'not-found': {
    title: 'Not found',
    detail: ({ number }: ProblemParameters) =>
      number ? `${number} was not found.` : 'There is nothing at this URL. Check the link.',
  },
  'not-logged-in': { title: 'You are not logged in', detail: 'Your session has expired. Log in again.' },
  'invalid-token': {
    title: 'Invalid API token',
    detail:
      'The token is wrong, expired or revoked, its owner cannot log in, or it was used from another address or together with a cookie.',
  },
  'token-not-accepted': { title: 'Not possible with an API token', detail: 'This action requires a logged-in user.' },
  'permission-denied': {
    title: 'Permission required',
    detail: ({ permission, token }: ProblemParameters) => {
      if (token !== undefined)
        return `The API token “${token}” or its owner does not have the “${permission}” permission. Use a token that has it.`
      const roles = rolesWithPermission(permission as Permission, []).map(({ id }) => common.roles[id as BuiltInRole])
      return `You need the “${permission}” permission. Roles that have it: ${roles.join(', ')}.`
    },
  },
  'second-factor-setup-required': {
    title: 'Two-step authentication required',
    detail: 'Your role needs two-step authentication. Set it up in your account to continue.',
  },
  'viewing-as': {
    title: 'You are viewing as someone else',
    detail: ({ name }) => `Nothing can be changed while you view Kontor as ${name}. Stop viewing, then try again.`,
  },
  'user-changed': {
    title: 'Another user is logged in',
    detail: ({ name }: ProblemParameters) =>
      `You are now logged in as ${name}. Nothing was done. Reload the page to continue as ${name}.`,
  },
  'invalid-credentials': { title: 'Login failed', detail: 'The email or password is incorrect.' },
  'second-factor-required': {
    title: 'Authentication code required',
    detail: 'Enter the code of your authenticator app or a recovery code.',
  },
  'invalid-code': {
    title: 'This code is not valid',
    detail: 'Enter the newest code of your authenticator app, or a recovery code that you have not used yet.',
  },
  'login-expired': {
    title: 'This login is no longer valid',
    detail: 'It took too long, or you began another one in the meantime. Log in again.',
  },
  'passkey-invalid': {
    title: 'This passkey did not work',
    detail: 'Try again, or use another way to log in.',
  },
  'passkeys-unavailable': {
    title: 'Passkeys are not available',
    detail: 'Browsers allow them only at an https address with a name. Ask your system administrator.',
  },
  'last-login-method': {
    title: 'This is your only way to log in',
    detail: 'Set a password or add another passkey first.',
  },
  'provider-unavailable': {
    title: 'The login service is not available',
    detail: ({ provider = 'The login service' }: ProblemParameters) =>
      `${provider} cannot be reached. Try again in a few minutes, or log in another way.`,
  },
  'provider-not-configured': {
    title: 'This login is not set up correctly',
    detail: 'Ask your system administrator to check the settings of Kontor at the login service.',
  },
  'provider-login-canceled': {
    title: 'You are not logged in',
    detail: ({ provider = 'The login service' }: ProblemParameters) =>
      `The login was canceled, or ${provider} denied it. Try again, or log in another way.`,
  },
  'provider-login-failed': {
    title: 'You are not logged in',
    detail: ({ provider = 'The login service' }: ProblemParameters) =>
      `${provider} did not complete the login. It may have taken too long. Try again.`,
  },
  'provider-answer-invalid': {
    title: 'You are not logged in',
    detail: ({ provider = 'the login service' }: ProblemParameters) =>
      `The response from ${provider} could not be verified. Try again. If it happens again, ask your system administrator.`,
  },
  'identity-not-linked': {
    title: 'No Kontor account is linked',
    detail: ({ identity }: ProblemParameters) =>
      `${identity} is not linked to a Kontor account yet. Log in another way once to link it. No account? Ask an administrator for an invitation.`,
  },
  'identity-in-use': {
    title: 'Already linked to another account',
    detail: 'This login belongs to another Kontor account. Unlink it there first, or use another one.',
  },
  'confirm-identity': {
    title: 'Confirm that it is you',
    detail: 'Confirm your identity again, for example with your password.',
  },
  'account-pending': {
    title: 'Your account is waiting for approval',
    detail: 'Your account is waiting for approval. You can log in as soon as an administrator has approved it.',
  },
  'account-suspended': {
    title: 'This account is suspended',
    detail: 'Your account is suspended. Ask an administrator to restore it.',
  },
  'too-many-attempts': {
    title: 'Too many attempts',
    detail: ({ seconds }: ProblemParameters) => `Try again in ${minutes(Number(seconds))}.`,
  },
  'too-many-requests': {
    title: 'Too many requests',
    detail: ({ limit, seconds }: ProblemParameters) =>
      `This token may send ${limit} requests a minute. Try again in ${seconds} s.`,
  },
  'registration-closed': {
    title: 'Registration is closed',
    detail: ({ setupRequired }: ProblemParameters): string =>
      setupRequired
        ? 'There is no account yet. Create the owner account with the setup link in the server’s output.'
        : 'Ask an administrator for an account.',
  },
  'setup-link-invalid': {
    title: 'This link is no longer valid',
    detail:
      'It has already been used or has expired. As long as there is no account, Kontor prints a new one each time it starts.',
  },
  'invitation-invalid': {
    title: 'This invitation is no longer valid',
    detail: 'It has been used, revoked or has expired. Ask the person who invited you for a new link.',
  },
  'reset-link-invalid': {
    title: 'This link is no longer valid',
    detail: 'It has already been used or has expired. Ask for a new one.',
  },
  'mail-not-configured': {
    title: 'Kontor cannot send email',
    detail: 'Ask an administrator for a link to reset your password.',
  },
  'above-your-rank': {
    title: 'This role has permissions that you cannot grant',
    detail: 'You can only manage roles with fewer permissions than your own, and the people who have them.',
  },
  'built-in-role': {
    title: 'This role is built in',
    detail: 'Duplicate it, then edit the copy.',
  },
  'role-in-use': {
    title: 'Someone has this role',
    detail: ({ count }: ProblemParameters) =>
      `${Number(count) === 1 ? '1 account or invitation has' : `${count} accounts or invitations have`} it. Give them another role first.`,
  },
  'own-account': {
    title: 'You cannot do this to your own account',
    detail: 'Ask another administrator to do it.',
  },
  'last-owner': {
    title: 'The last owner cannot be suspended',
    detail: 'Add another owner first.',
  },
  'illegal-transition': {
    title: 'This action is no longer available',
    detail: 'Its status does not allow it. Reload the page to see what you can do now.',
  },
  'changed-meanwhile': {
    title: 'This has been changed since you opened it',
    detail: ({ conflicts, ...change }: ProblemParameters): string =>
      conflicts
        ? `${describeChange(change, 'the same fields') ?? 'Someone else changed the same fields.'} Choose what to keep, then save again.`
        : [describeChange(change, 'it'), 'Review the current version, then try again.']
            .filter((sentence) => sentence !== undefined)
            .join(' '),
  },
  'idempotency-key-reused': {
    title: 'This was sent before with other content',
    detail: 'Reload the page and try again. API clients: use a new Idempotency-Key for a new request.',
  },
  'request-in-progress': {
    title: 'Still in progress',
    detail: 'The same request is being processed. Try again in a moment.',
  },
  'already-done': {
    title: 'This was already done',
    detail: 'The request was carried out, but its response is no longer stored. Reload the page to see the result.',
  },
  'already-refused': {
    title: 'This was already rejected',
    detail:
      'The reason is no longer stored. Reload the page and try again. API clients: use a new Idempotency-Key to try again.',
  },
  'note-locked': {
    title: 'This note can no longer be changed',
    detail:
      'Only its author can edit and delete a note, for 15 minutes. After that, strike it through and add a new one.',
  },
  'customer-unfinished': {
    title: 'This customer has orders that are not finished',
    detail: ({ unfinished }: ProblemParameters) =>
      `Finish or cancel them and settle their balance first, then erase the customer: ${unfinished}.`,
  },
  'customer-has-credit': {
    title: 'This customer has store credit',
    detail: ({ credit }: ProblemParameters) => `Pay out or adjust ${credit} first, then erase the customer.`,
  },
  'customer-erased': {
    title: 'The personal data of this customer was erased',
    detail: 'This customer can no longer be identified, so no other customer can be merged into it.',
  },
  'store-credit-too-low': {
    title: 'There is not enough store credit',
    detail: ({ customer, missing }: ProblemParameters) =>
      `The store credit of ${customer} is ${missing} too low. Nothing was posted.`,
  },
  'store-credit-unavailable': {
    title: 'This customer cannot be given store credit',
    detail:
      'An order without an email address and a phone number has no customer, and one whose personal data was erased could not use it. Choose another way.',
  },
  'refund-of-store-credit': {
    title: 'This payment was made with store credit',
    detail: ({ number }: ProblemParameters) =>
      `${number} goes back to the store credit of the customer, which can then be paid out.`,
  },
  'order-differs': {
    title: 'This order exists with other content',
    detail: ({ number }: ProblemParameters) =>
      `It is ${number}. Nothing was changed: edit ${number}, or send the order under another ID.`,
  },
  'account-archived': {
    title: 'This account is archived',
    detail: ({ account }: ProblemParameters) =>
      `Nothing can be posted to ${account}. Choose another account, or unarchive it first.`,
  },
  'account-in-use': {
    title: 'This account cannot be archived',
    detail: ({ account }: ProblemParameters) =>
      `${account} has a balance, or Kontor posts to it by itself. Only an account with a balance of zero that staff added can be archived.`,
  },
  'entry-already-reversed': {
    title: 'This entry is already reversed',
    detail: ({ number, reversal }: ProblemParameters) => `Entry ${reversal} reverses entry ${number}.`,
  },
  'entry-is-reversal': {
    title: 'A reversal cannot be reversed',
    detail: ({ number }: ProblemParameters) => `Entry ${number} is a reversal. Post the correct entry instead.`,
  },
  'entry-of-order': {
    title: 'This entry belongs to an order',
    detail: ({ number }: ProblemParameters) =>
      `Entry ${number} follows from a payment, a refund or a change of its order. Correct it there; Kontor then posts the difference.`,
  },
  'entry-of-closing': {
    title: 'This entry belongs to the close of a month',
    detail: ({ number }: ProblemParameters) => `Entry ${number} is reversed when its month is reopened.`,
  },
  'key-already-used': {
    title: 'This key is already used',
    detail: ({ key }: ProblemParameters) => `Another entry has the key ${key}. Use a new key for each request.`,
  },
  'ledger-full': {
    title: 'The ledger is full',
    detail: ({ currency }: ProblemParameters) =>
      `The total in ${currency} would exceed what can be calculated exactly.`,
  },
  'month-posted': {
    title: 'This month is already posted',
    detail: ({ entry }: ProblemParameters) => `It is entry ${entry}. Correct that one if it is wrong.`,
  },
  'own-request': {
    title: 'Someone else has to decide this request',
    detail: 'You requested this entry. You can withdraw the request.',
  },
  'request-decided': {
    title: 'This request has already been decided',
    detail: 'Reload the page to see the decision.',
  },
  'line-awaits-approval': {
    title: 'This line is waiting for approval',
    detail: 'Open the request. It can be withdrawn by its requester, and approved or rejected by someone else.',
  },
  'request-expired': {
    title: 'This request has expired',
    detail: 'It was not approved in time. Request the entry again.',
  },
  'nothing-to-ship': {
    title: 'No order to ship',
    detail: ({ others }: ProblemParameters): string =>
      others
        ? 'Only orders that are assigned to others are left. You find them in the tab “To ship”.'
        : 'Every order that is ready to ship has been shipped, or someone else is working on it.',
  },
  'own-refund': {
    title: 'Someone else has to approve this refund',
    detail: ({ amount }: ProblemParameters) => `You requested it, and ${amount} is above what you can refund alone.`,
  },
  'above-limit': {
    title: 'This is above your limit',
    detail: ({ limit }: ProblemParameters) =>
      `Your role allows up to ${limit} without another person. Ask someone whose role allows more.`,
  },
  'signature-invalid': {
    title: 'The signature is missing or not valid',
    detail: 'Sign the request with the current secret, and send it within five minutes.',
  },
  'not-requester': {
    title: 'Someone else made this request',
    detail: ({ number }: ProblemParameters) => `Only the user who requested “${number}” can withdraw it.`,
  },
  'refund-decided': {
    title: 'This refund has already been decided',
    detail: 'Reload the page to see its status.',
  },
  'refund-with-provider': {
    title: 'The provider is still paying this refund',
    detail: ({ number }: ProblemParameters) => `Wait for the result of ${number}. Kontor checks automatically.`,
  },
  'refund-too-high': {
    title: 'The refund is too high',
    detail: ({ maximum, disputes, disputed, number }: ProblemParameters) => {
      if (number) return `Other refunds now cover what ${number} is for. Reject ${number}, then refund what is left.`
      const left = maximum ? `At most ${maximum} can be refunded.` : 'Nothing is left to refund.'
      return disputes ? `${disputed} of the payment is in a chargeback (${disputes}). ${left}` : left
    },
  },
  'payment-settled': {
    title: 'This payment is settled already',
    detail: ({ number, currency }: ProblemParameters) => `${number} is settled in ${currency}.`,
  },
  'settlement-used': {
    title: 'The settlement can no longer be undone',
    detail: ({ number }: ProblemParameters) =>
      `Refunds or chargebacks of ${number} are posted in the currency in which it was settled. Undo them first.`,
  },
  'document-matched': {
    title: 'This is matched with a statement',
    detail: ({ number }: ProblemParameters) =>
      `A line of a statement or a payout is matched with ${number}. Undo that match first.`,
  },
  'refund-credited': {
    title: 'This refund is on a credit note',
    detail: ({ number, creditNote }: ProblemParameters) =>
      `Credit note ${creditNote} was issued for ${number}. Pay the money out again, or by bank transfer.`,
  },
  'dispute-offset': {
    title: 'This chargeback cannot be reopened',
    detail: ({ number }: ProblemParameters) =>
      `The amount lost in ${number} was offset against money owed to the customer. If the provider returns it after all, record it as a payment.`,
  },
  'dispute-refunded': {
    title: 'This chargeback cannot be reopened',
    detail: ({ number, amount, payment, maximum }: ProblemParameters) =>
      `${number} is about ${amount}, but only ${maximum} of ${payment} is left: the rest has been refunded since, or is in another chargeback. If the provider has taken it back again, record the loss as a manual entry.`,
  },
  'import-not-undoable': {
    title: 'The import cannot be undone',
    detail: ({ why }) => importUndoRefusals[String(why)] ?? importUndoRefusals['blocked'] ?? '',
  },
  'import-being-undone': {
    title: 'The import of this order is being undone',
    detail: ({ number }: ProblemParameters) => `Undoing ${number} removes this order, so it can no longer be changed.`,
  },
  'not-an-order-export': {
    title: 'Not an order export',
    detail: imports.whole,
  },
  'not-a-customer-list': { title: 'Not a list of customers', detail: imports.wholeOfCustomers },
  'not-a-staff-list': {
    title: 'Not a list of staff',
    detail: ({ why, line, encoding }) =>
      why === 'columns'
        ? 'The first line must name the columns Name, Email and Role, each once. The export of staff has them.'
        : why === 'empty'
          ? 'The file has no people.'
          : why === 'too-many'
            ? `The file has more than ${formatCount(maxImportedUsers)} people. Import it in parts.`
            : why === 'encoding'
              ? `Line ${line} is not valid ${encoding}. Save the file as CSV UTF-8.`
              : 'This is not a CSV file. Save it as CSV UTF-8.',
  },
  'not-a-statement': {
    title: 'The statement cannot be imported',
    detail: ({ why, line, entry, encoding }) =>
      statementProblem(String(why), entry === undefined ? `line ${line}` : `entry ${entry}`, String(encoding)),
  },
  'statement-matched': {
    title: 'Lines of this statement are matched',
    detail: 'Undo their matches first, then the import.',
  },
  'match-differs': {
    title: 'The postings do not equal the lines',
    detail: ({ lines, postings, difference }) =>
      `Lines: ${lines}. Postings: ${postings}. Difference: ${difference}. Choose others, or choose how to post the difference.`,
  },
  'match-posts': {
    title: 'This posts or reverses an entry',
    detail: 'You need the permission “Post and reverse entries”.',
  },
  'payout-completed': {
    title: 'This payout has arrived or was returned',
    detail: 'Undo the match of that line first.',
  },
  'statement-not-last': {
    title: 'A later statement was imported',
    detail: ({ account }) =>
      `Later statements of ${account} skip the lines that this one already has. Undo them first, newest first.`,
  },
  'statement-import-running': {
    title: 'Another import is running',
    detail: 'Another import for this account is still running. Try again in a minute.',
  },
  'period-not-over': {
    title: 'This month is not over',
    detail: ({ month }) => `${monthName(String(month))} can be closed from the first day of the next month.`,
  },
  'period-out-of-order': {
    title: 'Another month comes first',
    detail: ({ expected, action }) =>
      action === 'close'
        ? `Months are closed one after another. The next one is ${monthName(String(expected))}.`
        : `The last closed month is reopened first, which is ${monthName(String(expected))}.`,
  },
  'period-already-closed': {
    title: 'This month is already closed',
    detail: ({ month }) => `${monthName(String(month))} was closed. Reload the page to see by whom.`,
  },
  'period-not-closed': {
    title: 'The status of the month has changed',
    detail: ({ month }) => `Someone changed ${monthName(String(month))} in the meantime. Reload the page.`,
  },
  'period-not-ready': {
    title: 'This month cannot be closed yet',
    detail: 'Some required items of the checklist are still open. Complete them, then close the month.',
  },
  'books-not-sound': {
    title: 'The self-check found problems',
    detail: 'A month can only be closed if all checks pass. Open the self-check to see the affected rows.',
  },
  'own-reopening': {
    title: 'Someone else has to reopen the month',
    detail: ({ month }) => `You asked to reopen ${monthName(String(month))}. Ask a colleague to do it.`,
  },
  'unavailable': {
    title: 'Temporarily unavailable',
    detail: 'The request took too long, or the database is not responding. Check whether it was done, then try again.',
  },
  'storage-full': {
    title: 'Storage is full',
    detail: 'The disk of the server is full. Tell your system administrator, then try again.',
  },
  'internal': {
    title: errors.generic,
    detail: ({ imported }: ProblemParameters) =>
      imported
        ? 'Something went wrong. If the problem continues, send the request ID to your system administrator.'
        : errors.genericText,
  },
} satisfies Record<ProblemName, { title: string; detail: MessageTemplate }>

/** Sentences added to the detail of any problem that has a parameter of this name: here, how many orders were imported before the error. */
export const additions = {
  /** The actions that an order allows, separated by spaces. */
  allowedActions: ({ allowedActions }: ProblemParameters) =>
    `Possible now: ${toActions(allowedActions)
      .map((action) => orderPanel.actions.names[action].toLowerCase())
      .join(', ')}.`,
  imported: ({ imported }: ProblemParameters) => imports.interrupted(Number(imported)),
}

/** Who changed something, and when; undefined if the user may not see that. */
function describeChange(
  { changedBy, changedBySelf, changedDay, changedTime }: ProblemParameters,
  what: string,
): string | undefined {
  if (!changedTime) return undefined
  const at = changedDay ? `on ${changedDay} at ${changedTime}` : `at ${changedTime}`
  if (changedBySelf) return `You changed ${what} ${at}.`
  return changedBy ? `${changedBy} changed ${what} ${at}.` : `Kontor changed ${what} automatically ${at}.`
}

/** The problem with a file of a bank or payment provider, and what to do. `place` is a line or an entry of the file. */
function statementProblem(why: string, place: string, encoding: string): string {
  switch (why) {
    case 'format':
      return 'No line of the file has the headings of a statement that Kontor knows. Import it as it was downloaded, or choose what each column contains.'
    case 'empty':
      return 'The file contains no statement lines. Download it again, for a period that has some.'
    case 'camt-054':
      return 'This is a camt.054: a notification of single transactions, without balances to check them against. Ask the bank for the statement of the account, camt.053, which has the same transactions.'
    case 'camt-052':
      return 'This is a camt.052: a report of a day that is not over, whose transactions may still change. Ask the bank for the statement of the day, camt.053.'
    case 'too-many':
      return `The file has more than ${formatCount(maxStatementLines)} lines. Download shorter periods.`
    case 'sum':
      return 'The amounts add up to more than Kontor can count exactly.'
    case 'encoding':
      return `The text at ${place} is not valid ${encoding}. Import the file as it was downloaded.`
    case 'columns':
      return `The content at ${place} is not a statement line. Nothing was imported.`
    case 'date':
      return `The date at ${place} cannot be read. Nothing was imported.`
    case 'day-order':
      return 'Every date of the file could be day/month or month/day. Download a period that has a day after the 12th.'
    case 'amount':
      return `An amount at ${place} is not an amount in the currency of the account. Nothing was imported.`
    case 'too-large':
      return `An amount at ${place} is larger than Kontor can count. Nothing was imported.`
    case 'balance':
      return `The balance at ${place} cannot be read. Nothing was imported.`
    case 'currency':
      return `The content at ${place} is in another currency than the account. Nothing was imported.`
    case 'unknown-currency':
      return `The currency at ${place} is not known. Nothing was imported.`
    case 'class':
      return `It is not clear whether the amount at ${place} is income or expense. Nothing was imported.`
    case 'rounded':
      return `A reference or account number at ${place} was rounded by a spreadsheet program. Import the file as it was downloaded.`
    case 'truncated':
      return `The file ends or breaks off at ${place}. Download it again.`
    case 'xml':
      return `The file is not valid XML at ${place}. Import it as it was downloaded.`
    case 'entities':
      return 'The file declares entities, which no statement does. Import the file as it was downloaded.'
    case 'spreadsheet':
      return 'The workbook cannot be read. Save it as XLSX again, without a password, or as CSV.'
    case 'sheets':
      return 'The table is in several sheets of the workbook. Save each sheet as a file of its own, or delete those that are not meant.'
    default:
      return 'Kontor cannot read this file as a statement. Download the statement as CSV, XLSX, camt.053, MT940 or OFX.'
  }
}
