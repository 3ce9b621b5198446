import { href } from '#shared/routes/pages.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

/** The address of `/users` with something changed and the rest kept. */
export const usersHref = (query: UsersQuery, change: Partial<UsersQuery>): string =>
  href('users', { ...query, ...change })
