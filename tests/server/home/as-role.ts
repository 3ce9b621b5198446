import type { AuthenticatedContext } from '#server/context.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import { newId } from '#server/db/id.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import type { LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'

/** The context of a request by a logged-in user of a role. */
export const asRole = (fixture: LedgerFixture, role: BuiltInRole): AuthenticatedContext => ({
  ...fixture.context,
  session: {
    id: newId(),
    loggedInAt: 1,
    verifiedAt: 1,
    user: { id: newId(), name: 'Zhou', email: 'z@example.com', role, locale: 'en', ...toGrants(role) },
  },
})
