import { requiredList, singleLine } from '#shared/inputs.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { count } from '#shared/list/count.ts'
import { tokenPermissions } from '#shared/tokens/token-permissions.ts'
import { defaultTokenLifetime, tokenLifetimes, tokensList, tokenStates } from '#shared/tokens/tokens-list.ts'
import * as z from 'zod/mini'

/** Tokens of one user that are neither revoked nor expired. */
export const maxTokens = 20
/** Addresses and networks of one token. */
const maxAddresses = 20

export const tokenParams = z.object({ token: z.string().check(z.maxLength(40, 'too-long')) })

export const createTokenInput = z.object({
  tokenName: singleLine(60),
  permissions: requiredList(z.enum(tokenPermissions, 'not-for-tokens')),
  lifetimeDays: z._default(z.enum(tokenLifetimes), defaultTokenLifetime),
  /** Addresses and networks that may use it, in a list or as text with commas or spaces between them; none is all. */
  addresses: z._default(
    z.pipe(
      z.transform((value) => (Array.isArray(value) ? value.join(' ') : value)),
      z.pipe(
        z.string().check(z.maxLength(1000, 'too-long')),
        z.pipe(
          z.transform((text: string) => text.split(/[\s,;]+/).filter((each) => each !== '')),
          z.array(z.string()).check(z.maxLength(maxAddresses, 'too-many-items')),
        ),
      ),
    ),
    () => [],
  ),
})

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the token. */
  prefix: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  permissions: z.array(z.enum(tokenPermissions)),
  addresses: z.array(z.string()),
  state: z.enum(tokenStates),
  createdAt: z.int(),
  expiresAt: z.int(),
  lastUsedAt: z.nullable(z.int()),
  /** The address of the last use; empty before it. */
  lastIp: z.string(),
})
export type ApiToken = z.infer<typeof apiToken>

/** `GET /api/tokens`. */
export const listTokensQuery = listQuery(listShape(tokensList), tokensList)
export type ListTokensQuery = z.infer<typeof listTokensQuery>
export const tokenList = z.object({ rows: z.array(apiToken), next: z.nullable(z.string()), count })

/** A new token; `secret` is what to send, and never shown again. */
export const newToken = z.object({ secret: z.string(), token: apiToken })
