import { createRole } from '#tests/support/create-role.ts'
import { buildRequest } from '#client/api/contract.ts'
import { largeBodyLimitBytes } from '#server/http/limits.ts'
import { builtInRoles, findRole, type Role, roleHasPermission } from '#shared/permissions.ts'
import { type Problem, type ProblemName, statusOf } from '#shared/problem.ts'
import { type Access, type Endpoint, needsSession, problemsOf } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { createSamples, type Sample } from '#tests/server/http/endpoint-samples.ts'
import { sampleConfig } from '#tests/server/http/sample-config.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import type { TestRequestInit } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

/**
 * No request of these tests can cause these: an owner cannot suspend another owner (the check protects future commands), and the ledger is
 * only full after other entries.
 */
const unreachable: Partial<Record<EndpointName, ProblemName[]>> = {
  suspendUser: ['last-owner'],
  changeUserRole: ['last-owner'],
  captureAuthorization: ['ledger-full'],
  // For the fee of a payment that a line names; matchLine posts it in the same way, and its sample reaches the first.
  runMatching: ['account-archived', 'ledger-full'],
  // An entry of a closed month; tests/server/finance/closing-entries.test.ts reaches it. Entries that move store credit need a proof of their user; tests/server/orders/store-credit.test.ts reaches both problems.
  postEntry: ['entry-of-closing', 'confirm-identity', 'token-not-accepted'],
  reverseManualEntry: ['ledger-full', 'month-posted', 'entry-of-closing', 'confirm-identity', 'token-not-accepted'],
  approveEntryRequest: ['ledger-full', 'confirm-identity', 'token-not-accepted'],
  matchLine: ['ledger-full'],
  postMatch: ['ledger-full'],
  undoMatch: ['ledger-full'],
  undoPostedMatch: ['ledger-full'],
  cancelOrder: ['ledger-full'],
  // tests/server/finance/settlements.test.ts reaches it.
  settlePayment: ['document-matched'],
  unsettlePayment: ['ledger-full', 'document-matched'],
  writeOffBalance: ['ledger-full'],
  refundOrder: ['ledger-full', 'store-credit-unavailable'],
  approveRefund: ['ledger-full', 'store-credit-unavailable'],
  retryRefund: ['ledger-full'],
  markRefundPaid: ['ledger-full'],
  markRefundReturned: ['ledger-full', 'store-credit-too-low'],
  // Of store credit, tests/server/orders/store-credit.test.ts reaches these.
  payRefundByTransfer: ['ledger-full', 'refund-of-store-credit'],
  creditRefund: ['ledger-full', 'store-credit-unavailable'],
  rejectRefund: ['ledger-full'],
  winDispute: ['ledger-full'],
  loseDispute: ['ledger-full'],
  reopenDispute: ['ledger-full'],
  cancelDispute: ['ledger-full'],
  // Between two transactions; tests/server/customers/actions.test.ts reaches it.
  eraseCustomer: ['changed-meanwhile'],
  // Another server imports; tests/server/finance/statements.test.ts reaches it.
  importStatement: ['statement-import-running'],
  // tests/server/finance/periods.test.ts reaches these.
  closePeriod: ['period-not-over', 'period-not-ready', 'books-not-sound', 'account-archived', 'ledger-full'],
  requestReopening: ['period-out-of-order'],
  approveReopening: ['period-out-of-order', 'own-reopening', 'account-archived', 'ledger-full'],
}

/** Roles that have the permission, but cannot decide about any money alone. */
const aboveLimit: Partial<Record<EndpointName, string[]>> = {
  writeOffBalance: ['admin'],
  postEntry: ['admin'],
  postCreditEntry: ['admin'],
  reverseManualEntry: ['admin'],
  postMatch: ['admin'],
  undoPostedMatch: ['admin'],
}

/** Requests that are no GET and record nothing, and why. Every other one leaves an event, also what only shows or exports something. */
const unrecorded: Partial<Record<EndpointName, string>> = {
  claimNextOrder: 'who works on what for ten minutes',
  endView: 'the sample views as no one',
  endSessions: 'the sample names no session',
  endUserSessions: 'the sample has no session',
  importOrders: 'the sample is a trial run',
  importCustomers: 'the sample is a trial run',
  runMatching: 'the sample has no lines; what a run matches is recorded',
  receiveRefundWebhook: 'the sample names no refund',
  requestReset: 'the link is made, and recorded, when its mail is sent',
  testWebhook: 'the log of deliveries has it',
  resendDelivery: 'the log of deliveries has it',
  requestPasskey: 'only asks for a challenge',
  startPasskey: 'only asks for a challenge',
  setLocale: 'a preference that nothing follows from',
  chooseColumns: 'a preference that nothing follows from',
  resizeColumn: 'a preference that nothing follows from',
  saveView: 'a preference that nothing follows from',
  changeView: 'a preference that nothing follows from',
  removeView: 'a preference that nothing follows from',
  chooseDefaultView: 'a preference that nothing follows from',
  previewOrder: 'changes nothing',
  previewOrderEdit: 'changes nothing',
  calculateQuote: 'changes nothing',
}

/** A role of the company: its permissions go across those of the built-in roles. */
const ownRole: Role = {
  id: '',
  name: 'Own',
  permissions: ['orders.view', 'orders.hold', 'payments.record', 'finance.view', 'users.view', 'roles.manage'],
}

const isAllowed = (role: string, access: Access): boolean =>
  !needsSession(access) || access === 'logged-in' || roleHasPermission(findRole(role, [ownRole]), access)

/** Errors that a client can make at any endpoint. */
const badBodies: [ProblemName, TestRequestInit][] = [
  ['malformed-body', { headers: { 'content-type': 'application/json' }, body: '{"a":' }],
  ['malformed-body', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=%ff' }],
  ['unsupported-media-type', { headers: { 'content-type': 'text/plain' }, body: 'a' }],
  ['too-large', { json: {}, headers: { 'content-length': String(largeBodyLimitBytes + 1) } }],
  ['cross-site', { json: {}, headers: { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' } }],
]

/** Calls that change how an account logs in, or depend on it. */
const loginCalls = [
  'viewAs',
  'logout',
  'login',
  'continueLogin',
  'logInWithPasskey',
  'changePassword',
  'endOwnSessions',
]

forEachDatabase((database, open) => {
  let kontor: TestKontor
  let samples: ReturnType<typeof createSamples>
  const users = new Map<string, TestUser>()
  const getUser = (role: string): TestUser => users.get(role) as TestUser
  /** The permissions of built-in roles are not in the database. */
  const roles = (): readonly string[] => [...(database === 'sqlite' ? builtInRoles : (['owner'] as const)), ownRole.id]
  beforeAll(async () => {
    const opened = await open()
    kontor = await createTestKontor({ ...opened, config: { ...opened.config, ...sampleConfig } })
    for (const role of builtInRoles) users.set(role, await kontor.createUser(role))
    ownRole.id = await createRole(getUser('owner'), ownRole.permissions)
    users.set(ownRole.id, await kontor.createUser(ownRole.id))
    samples = createSamples(kontor, getUser('owner'))
  })

  describe.each(endpointNames)('%s', (name) => {
    const endpoint: Endpoint = endpoints[name]
    const declared = problemsOf(endpoint)
    const getSample = (): Sample<EndpointName> => samples[name] as Sample<EndpointName>
    /** Who calls: a new account where it matters how it logs in. */
    const getCaller = (role: string): Promise<TestUser> | TestUser =>
      loginCalls.includes(name) ? kontor.createUser(role) : getUser(role)
    const send = (client: Pick<TestUser, 'fetch'>, input: unknown): Promise<Response> => {
      const { url, init } = buildRequest(endpoint, input as Record<string, unknown>)
      const { sign } = getSample()
      for (const [header, value] of sign?.(String(init.body)) ?? []) init.headers[header] = value
      return client.fetch(url, init)
    }
    const readProblem = async (response: Response): Promise<ProblemName> => {
      const problem = (await response.json()) as Problem
      const problemName = problem.type.slice('/problems/'.length) as ProblemName
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect([response.status, problem.status]).toEqual([statusOf(problemName), statusOf(problemName)])
      expect(declared).toContain(problemName)
      return problemName
    }
    const expectAnswer = async (response: Response): Promise<void> => {
      const body: unknown = await (endpoint.answerType === 'application/json' ? response.json() : response.text())
      expect([response.status, body]).toEqual([endpoint.status, endpoint.output.parse(body)])
      expect(response.headers.get('content-type')).toStartWith(endpoint.answerType)
      expect(response.headers.get('cache-control')).toBeTruthy()
      expect(response.headers.get('location')).toBeNull()
    }

    /** How many events the request left. */
    const countEvents = async ({ headers }: Response): Promise<number> => {
      const requestId = headers.get('x-request-id') ?? ''
      const events = await kontor.kontor.database.read
        .selectFrom('events')
        .select('id')
        .where('request_id', '=', requestId)
        .execute()
      return events.length
    }

    test('answers users with access as declared and records what they did, and no one else', async () => {
      const guest = kontor.createClient()
      const refusedInput = await getSample().input(getUser('owner'))
      if (!needsSession(endpoint.access)) await expectAnswer(await send(guest, refusedInput))
      else expect(await readProblem(await send(guest, refusedInput))).toBe('not-logged-in')
      let recorded = 0
      for (const role of roles()) {
        if (!isAllowed(role, endpoint.access)) {
          expect(await readProblem(await send(getUser(role), refusedInput))).toBe('permission-denied')
          continue
        }
        const user = await getCaller(role)
        const response = await send(user, await getSample().input(user))
        if (aboveLimit[name]?.includes(role)) expect(await readProblem(response)).toBe('above-limit')
        else {
          await expectAnswer(response)
          recorded += await countEvents(response)
        }
      }
      expect(recorded > 0).toBe(endpoint.method !== 'GET' && unrecorded[name] === undefined)
    })

    test('answers every problem it declares', async () => {
      const { problems } = getSample()
      const expected = endpoint.problems.filter((problem) => !unreachable[name]?.includes(problem))
      expect(Object.keys(problems).toSorted()).toEqual([...expected].toSorted())
      for (const [problem, refused] of Object.entries(problems)) {
        const response = await ('send' in refused
          ? refused.send()
          : send(getUser(refused.as ?? 'owner'), await refused.input()))
        expect(await readProblem(response)).toBe(problem as ProblemName)
      }
    })

    test('rejects bad input with the declared problems, and changes nothing', async () => {
      const before = await readTables(kontor)
      const caller = getUser('owner')
      const path = endpoint.path.replace(/:\w+/g, 'unknown')
      const { method } = endpoint
      if (method === 'POST' || method === 'PUT')
        for (const [problem, init] of badBodies)
          expect(await readProblem(await caller.fetch(path, { method, ...init }))).toBe(problem)
      if (method === 'DELETE')
        expect(
          await readProblem(await caller.fetch(path, { method, headers: { 'sec-fetch-site': 'cross-site' } })),
        ).toBe('cross-site')
      for (const field of Object.keys(endpoint.body.shape))
        for (const value of [[{}], { a: 1 }, 'x'.repeat(5000)]) {
          const response = await caller.fetch(path, { method, json: { [field]: value } })
          // A batch says for each of its orders what is wrong.
          if (name === 'createOrders' && response.ok) continue
          expect(await readProblem(response)).toBeOneOf(declared)
        }
      expect(await readProblem(await caller.fetch(`${path}?a=%ff`, { method }))).toBe('malformed-body')
      const headers = { host: 'evil.example' }
      expect(await readProblem(await caller.fetch(path, { method, headers }))).toBe('unknown-host')
      if (method !== 'GET') {
        const response = await caller.fetch(`${path}?unknown=1`, { method })
        const { errors } = (await response.clone().json()) as Problem
        expect(await readProblem(response)).toBe('invalid-input')
        expect(errors).toContainEqual({ in: 'query', pointer: '/unknown', detail: expect.any(String) })
      }
      if (path !== endpoint.path) {
        const response = await caller.fetch(endpoint.path.replace(/:\w+/g, '%00'), { method })
        expect(await readProblem(response)).toBe('not-found')
      }
      expect(await readTables(kontor)).toEqual(before)
    })
  })
})

/** The number of rows of each table that endpoints write. */
async function readTables({ kontor }: TestKontor): Promise<unknown> {
  const { read } = kontor.database
  const tables = ['orders', 'users', 'sessions', 'events', 'shipments', 'ledger_entries'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { count } = await read
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return [table, count]
    }),
  )
}
