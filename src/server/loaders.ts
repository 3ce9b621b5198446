import type { Loader } from '#server/context.ts'
import { loadFinance } from '#server/finance/loaders.ts'
import { loadHome } from '#server/home/loaders.ts'
import { loadOrders } from '#server/orders/loaders.ts'
import { loadLogin, loadRegister, loadUsers } from '#server/staff/loaders.ts'
import { loadWorkbench } from '#server/workbench/loaders.ts'
import type { PageName } from '#shared/routes/pages.ts'

/** The loader of every page. The type requires all of them: a missing one does not compile. */
export const loaders: { [Name in PageName]: Loader<Name> } = {
  index: loadHome,
  orders: loadOrders,
  finance: loadFinance,
  users: loadUsers,
  test: loadWorkbench,
  login: loadLogin,
  register: loadRegister,
}
