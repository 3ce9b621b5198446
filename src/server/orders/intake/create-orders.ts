import { inTransaction } from '#server/auth/access.ts'
import { checkInput } from '#server/input/check-input.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { importDrafts, type ImportOutcome } from '#server/orders/intake/import-drafts.ts'
import { findPayload } from '#server/orders/intake/import-store.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { findUnstorableFields } from '#server/input/storable-fields.ts'
import { findUnknownFields } from '#server/input/unknown-fields.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { createDraft } from '#shared/orders/create-draft.ts'
import { type CreateOrderInput, createOrderInput } from '#shared/orders/create-inputs.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { CreateOrdersResult } from '#shared/orders/import-views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `POST /api/orders`: 201 with the new order, or 200 with the one that the same input created before. */
export const createOrder: Action<'createOrder'> = async (context, input) => {
  const [result] = await createDrafts(context, [input])
  if (!result || result instanceof ProblemError) throw result ?? new Error('The order has no result')
  const view = await loadOrderView(context.kontor.database.read, context, result.number)
  if (!view) throw new Error('The created order does not exist')
  return Response.json(view, { status: result.outcome === 'created' ? 201 : 200 })
}

/** Few enough that other requests wait less than 50 ms. */
const ordersPerTransaction = 25

/** `POST /api/orders/batch`. Orders are created in groups; each that was created stays, whatever happens to the others. */
export const createOrders: Action<'createOrders'> = async (context, { orders }) => {
  const results: CreateOrdersResult['results'] = []
  for (let start = 0; start < orders.length; start += ordersPerTransaction) {
    const group = orders.slice(start, start + ordersPerTransaction).map((order) => ({ order, input: check(order) }))
    const inputs = group.flatMap(({ input }) => (input instanceof ProblemError ? [] : [input]))
    const created = (await createDrafts(context, inputs)).values()
    for (const { order, input } of group) {
      const result = input instanceof ProblemError ? input : created.next().value
      if (!result) throw new Error('The order has no result')
      results.push({ externalId: readExternalId(order), ...toResult(context, result) })
    }
    await yieldToEventLoop()
  }
  return { results }
}

/** The checked input, or why it is refused. */
function check(order: unknown): CreateOrderInput | ProblemError {
  if (typeof order !== 'object' || order === null || Array.isArray(order))
    return invalidInput({ pointer: '', reason: 'invalid' })
  const fields = order as Record<string, unknown>
  const unstorable = findUnstorableFields(createOrderInput, fields)
  if (unstorable.length > 0) return invalidInput(...unstorable)
  const unknown = findUnknownFields(createOrderInput, fields)
  return unknown.length > 0 ? invalidInput(...unknown) : orProblem(() => checkInput(createOrderInput, fields))
}

function readExternalId(order: unknown): string | null {
  const { externalId } = (order ?? {}) as { externalId?: unknown }
  return typeof externalId === 'string' ? externalId : null
}

const toResult = (
  { locale }: AuthenticatedContext,
  result: Created | ProblemError,
): Omit<CreateOrdersResult['results'][number], 'externalId'> =>
  result instanceof ProblemError
    ? { outcome: 'refused', number: null, problem: { ...toProblem(result, locale).problem } }
    : { ...result, problem: null }

interface Created {
  outcome: 'created' | 'unchanged'
  number: string
}

/** Creates the orders in one transaction; returns for each, in order, its number or why it is refused. */
function createDrafts(
  context: AuthenticatedContext,
  inputs: readonly CreateOrderInput[],
): Promise<(Created | ProblemError)[]> {
  if (inputs.length === 0) return Promise.resolve([])
  return inTransaction(context, async (transaction) => {
    const drafts: (OrderDraft | ProblemError)[] = []
    for (const input of inputs) {
      const now = context.kontor.now()
      const placedAt = input.placedAt ?? (await findPlacedAt(transaction, input)) ?? now
      drafts.push(orProblem(() => createDraft(input, { placedAt, now })))
    }
    const valid = drafts.flatMap((draft) => (draft instanceof ProblemError ? [] : [draft]))
    const outcomes = await importDrafts(transaction, context, valid, { api: 1 })
    const results = outcomes.map((outcome, index) => toCreated(outcome, valid[index]?.currency ?? '')).values()
    return drafts.map((draft) => (draft instanceof ProblemError ? draft : (results.next().value as Created)))
  })
}

/** When an order was placed that was sent before without this time, so that it is recognized. */
async function findPlacedAt(db: Db, { source = 'api', externalId }: CreateOrderInput): Promise<number | undefined> {
  const received = await findPayload(db, source, externalId)
  return received && (JSON.parse(received.payload) as OrderDraft).placedAt
}

function toCreated(outcome: ImportOutcome, currency: string): Created | ProblemError {
  switch (outcome.outcome) {
    case 'created':
    case 'unchanged':
      return { outcome: outcome.outcome, number: outcome.number ?? '' }
    case 'different': {
      const { number, differences } = outcome
      return new ProblemError('order-differs', { number }, [], { differences })
    }
    case 'refused':
      return outcome.reason === 'books-full'
        ? new ProblemError('ledger-full', { currency })
        : invalidInput({ pointer: '/lines', reason: 'amounts-too-large' })
  }
}

/** The result, or the problem that was thrown instead. */
function orProblem<Result>(create: () => Result): Result | ProblemError {
  try {
    return create()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}
