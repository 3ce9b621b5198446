import { href } from '#shared/routes/pages.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

/** The URL of `/users` with some parameters changed. */
export const usersHref = (query: UsersQuery, change: Partial<UsersQuery>): string =>
  href('users', { ...query, ...change })
