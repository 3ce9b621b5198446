import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import type { CustomerAction, CustomerView } from '#shared/customers/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { href } from '#shared/routes/pages.ts'

const icons: Record<CustomerAction, IconName> = {
  editCustomer: 'pencil',
  payOutCredit: 'credit-card',
  adjustCredit: 'scale',
  mergeCustomer: 'users',
  eraseCustomer: 'trash-2',
}

interface CustomerMenuProps {
  customer: CustomerView
  /** The query of the page without a dialog. */
  query: OrdersPageQuery
}

/** What the user can do with a customer, in a menu that works without script; each entry opens its dialog by a URL. */
export function CustomerMenu({ customer: { number, actions }, query }: CustomerMenuProps) {
  const words = useOrderMessages().customers
  if (actions.length === 0) return null
  return (
    <ActionMenu label={words.more} closedBy={`${number} ${query.action}`} size="sm" variant="ghost" below>
      {actions.map((action) => (
        <li key={action}>
          <a
            className={action === 'eraseCustomer' ? 'menu__item menu__item--danger' : 'menu__item'}
            href={href('orders', { ...query, action, other: undefined })}
            data-scroll="keep"
          >
            <Icon name={icons[action]} />
            {words.actions[action]}
          </a>
        </li>
      ))}
    </ActionMenu>
  )
}
