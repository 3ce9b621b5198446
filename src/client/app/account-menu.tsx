import type { AnchorHTMLAttributes, FormEvent } from 'react'
import { CallError } from '#client/api/call.ts'
import { ColorModeSwitch } from '#client/theme/color-mode-switch.tsx'
import { LanguageSwitch } from '#client/app/language-switch.tsx'
import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { useMessages, useRoleName, useSession } from '#client/app/page-context.tsx'
import { PageUserField } from '#client/session/page-user-field.tsx'
import { session } from '#client/session/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { notify } from '#client/ui/notifications.tsx'
import { href, pages, type PageName } from '#shared/routes/pages.ts'
import type { SessionUser } from '#shared/staff/views.ts'

const menuId = 'account-menu'

/** The account menu: a native popover, which opens, closes and returns focus without script. */
export const AccountMenu = { Button: AccountButton, Menu: AccountPopover }

function AccountButton({ user }: { user: SessionUser }) {
  const { common } = useMessages()
  const roleName = useRoleName()
  return (
    <button type="button" className="me" popoverTarget={menuId}>
      <span className="sr-only">{common.account}</span>
      <Avatar name={user.name} isCurrentUser />
      <span className="grow">
        <span className="me__name truncate">{user.name}</span>
        <span className="xs dimmed">{roleName(user.role)}</span>
      </span>
      <Icon name="chevrons-up-down" size="sm" />
    </button>
  )
}

interface AccountPopoverProps {
  page: PageName
  /** Opens the list of keyboard shortcuts. */
  onShortcuts: () => void
}

function AccountPopover(props: AccountPopoverProps) {
  const { common } = useMessages()
  return (
    <CachedMarkup
      as="div"
      className="account menu"
      id={menuId}
      popover="auto"
      role="dialog"
      aria-label={common.account}
      part={AccountItems}
      props={props}
    />
  )
}

function AccountItems({ page, onShortcuts }: AccountPopoverProps) {
  const { common } = useMessages()
  const { user } = useSession()
  const roleName = useRoleName()
  const logOut = (event: FormEvent): void => {
    event.preventDefault()
    session.logOut().catch((error: unknown) => {
      // A dialog tells of another user.
      if (error instanceof CallError && error.problem.type === '/problems/user-changed') return
      notify({ kind: 'error', title: common.offline, description: common.logOutFailed })
    })
  }
  return (
    <>
      {user && (
        <div className="account__who">
          <Avatar name={user.name} isCurrentUser />
          <div className="grow">
            <p className="strong truncate">{user.name}</p>
            <p className="xs dimmed truncate">{user.email}</p>
          </div>
          <span className="tag">{roleName(user.role)}</span>
        </div>
      )}
      <MenuLink icon="user" href={href('users', { me: '1' })}>
        {common.myAccount}
      </MenuLink>
      <MenuLink
        icon="flask-conical"
        className="account__test"
        href={pages.test.path}
        aria-current={page === 'test' ? 'page' : undefined}
      >
        {common.pages.test}
      </MenuLink>
      <MenuLink icon="info" href={`${href('users', { me: '1' })}#help`}>
        {common.help}
      </MenuLink>
      <button
        type="button"
        className="menu__item needs-script"
        popoverTarget={menuId}
        popoverTargetAction="hide"
        onClick={onShortcuts}
      >
        <Icon name="keyboard" />
        {common.keyboardShortcuts}
        <span className="end hide-sm">
          <Kbd>?</Kbd>
        </span>
      </button>
      <div className="account__row">
        <span className="menu__label">{common.language}</span>
        <LanguageSwitch />
      </div>
      <div className="account__row needs-script">
        <span className="menu__label">{common.colorMode}</span>
        <ColorModeSwitch />
      </div>
      <div className="menu__rule" />
      <form method="post" onSubmit={logOut}>
        <input type="hidden" name="_endpoint" value="logout" />
        <PageUserField />
        <Button type="submit" variant="ghost" icon="log-out" className="account__out">
          {common.logOut}
        </Button>
      </form>
    </>
  )
}

interface MenuLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  icon: IconName
}

/** Closes the menu, also if the page stays the same. */
function MenuLink({ icon, href: url, className = '', children, ...link }: MenuLinkProps) {
  return (
    <a
      className={`menu__item ${className}`.trim()}
      href={url}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      {...link}
    >
      <Icon name={icon} />
      {children}
    </a>
  )
}
