import { FinanceName } from '#client/app/finance-name.tsx'
import type { ReactNode } from 'react'
import { AccountMenu } from '#client/app/account-menu.tsx'
import { contentId } from '#client/app/content-id.ts'
import { Brand } from '#client/app/brand.tsx'
import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { type PageContext, useMessages, usePageContext, useSession, useTimeZone } from '#client/app/page-context.tsx'
import { useShortcuts } from '#client/app/use-shortcuts.tsx'
import { SessionWatch } from '#client/live/deferred.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import { formatCount } from '#shared/count.ts'
import type { NavigationCounts } from '#shared/live/views.ts'
import { href, pages, type PageName } from '#shared/routes/pages.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** The pages for logged-in users, in the order of the navigation. */
const navIcons: Record<AppPageName, IconName> = {
  index: 'house',
  orders: 'package',
  finance: 'notebook-text',
  users: 'users',
  test: 'flask-conical',
}
type AppPageName = {
  [Name in PageName]: (typeof pages)[Name]['access'] extends 'guest' ? never : Name
}[PageName]
const navItems = Object.entries(navIcons) as [AppPageName, IconName][]

/** The layout of all pages except the bare ones: sidebar, page, panel. On phones the sidebar is a bar at the bottom. */
export function Shell({ page, children }: { page: PageName; children: ReactNode }) {
  const { common } = useMessages()
  const { session, user } = useSession()
  const { now, startHrefs, navigationCounts } = usePageContext()
  const timeZone = useTimeZone()
  const time = useTimeFormat()
  const shortcuts = useShortcuts()
  return (
    <>
      <a className="skip btn btn--primary" href={`#${contentId}`}>
        {common.skipToContent}
      </a>
      {session.viewedBy && <ViewBanner viewedBy={session.viewedBy} />}
      <div className="shell">
        <CachedMarkup
          as="aside"
          className="sidebar"
          aria-label={common.sidebar}
          part={Sidebar}
          props={{ page, startHrefs, navigationCounts, onSearch: shortcuts.showSearch }}
        />
        <p className="printed">{common.asOf(time(now, 'full'), timeZone)}</p>
        {children}
        {user && <AccountMenu.Menu page={page} onShortcuts={shortcuts.showHelp} />}
      </div>
      {shortcuts.dialog}
      {page !== 'orders' && <SessionWatch />}
    </>
  )
}

interface SidebarProps extends Pick<PageContext, 'startHrefs' | 'navigationCounts'> {
  page: PageName
  onSearch: () => void
}

function Sidebar({ page, startHrefs, navigationCounts, onSearch }: SidebarProps) {
  const { common } = useMessages()
  const { user } = useSession()
  return (
    <>
      <div className="sidebar__head">
        <a href="/">
          <Brand />
        </a>
      </div>
      <nav className="nav" aria-label={common.navigation}>
        <a
          className="nav__item nav__search"
          href={pages.orders.path}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={(event) => {
            event.preventDefault()
            onSearch()
          }}
        >
          <Icon name="search" />
          {common.searchEverywhere}
          <kbd className="kbd" aria-hidden="true">
            Ctrl K
          </kbd>
        </a>
        {navItems.map(([name, icon]) => (
          <div key={name} className="nav__row">
            <a
              className="nav__item"
              href={startHrefs[pages[name].path] ?? pages[name].path}
              aria-current={name === page ? 'page' : undefined}
            >
              <Icon name={icon} />
              <FinanceName text={common.pages[name]} />
            </a>
            {(name === 'orders' || name === 'users') && (
              <NavCount label={common.navigationCounts[name]} shown={navigationCounts[name]} />
            )}
          </div>
        ))}
      </nav>
      {user && <AccountMenu.Button user={user} />}
    </>
  )
}

/** How much work waits on a page, as a link to the list of it, which may be another list than the page opens with. */
function NavCount({ label, shown }: { label: (count: number) => string; shown: NavigationCounts['orders'] }) {
  if (!shown) return null
  const name = label(shown.count)
  return (
    <a className="nav__count" href={shown.href} aria-label={name} {...getTooltipProps(name)}>
      {formatCount(shown.count)}
    </a>
  )
}

/** The banner while an administrator views the program as another user, with a plain form that ends it and loads the page again. */
function ViewBanner({ viewedBy }: { viewedBy: NonNullable<SessionView['viewedBy']> }) {
  const { common } = useMessages()
  const { user } = useSession()
  const time = useTimeFormat()
  return (
    <aside className="view-banner" aria-label={common.endView}>
      <Icon name="eye" />
      <p>{common.viewingAs(user?.name ?? '', viewedBy.name, time(viewedBy.until))}</p>
      <form method="post">
        <input type="hidden" name="_endpoint" value="endView" />
        <Button type="submit" size="sm">
          {common.endView}
        </Button>
      </form>
    </aside>
  )
}

interface PageProps {
  panel?: ReactNode
  /** The panel fills the page, which is hidden then. */
  isPanelFull?: boolean
  children: ReactNode
}

/** The main column of a page and its open panel. Every page in the shell renders one. */
export const Page = ({ panel, isPanelFull = false, children }: PageProps) => (
  <>
    <main className="page" id={isPanelFull ? undefined : contentId} tabIndex={-1}>
      <FactorNotice />
      {children}
    </main>
    {panel}
  </>
)

/** The banner with the date from which the user's role needs a second factor. After that date, the account panel shows it instead. */
function FactorNotice() {
  const { common } = useMessages()
  const { session } = useSession()
  const { now } = usePageContext()
  const time = useTimeFormat()
  const { secondFactorDueAt: dueAt, viewedBy } = session
  if (dueAt === undefined || dueAt <= now || viewedBy) return null
  const setUp = (
    <a className="link" href={href('users', { me: '1' })}>
      {common.setUpFactor}
    </a>
  )
  return (
    <div className="factor-notice">
      <Banner kind="warning" action={setUp}>
        {common.factorDue(time(dueAt, 'date'))}
      </Banner>
    </div>
  )
}

interface PageHeadProps {
  title: string
  /** Dimmed text next to the title, such as a date or an explanation. */
  note?: ReactNode
  /** At most one primary button. */
  actions?: ReactNode
  /** In place of `actions`, with an element for the buttons. */
  children?: ReactNode
}

/** The top bar of a page. */
export const PageHead = ({ title, note, actions, children }: PageHeadProps) => (
  <header className="topbar">
    <div className="topbar__title">
      <h1>
        <FinanceName text={title} />
      </h1>
      {note && <span className="topbar__note">{note}</span>}
    </div>
    {actions && <div className="topbar__tools">{actions}</div>}
    {children}
  </header>
)

/** The content below the top bar, with the page's gutter. */
export const PageBody = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={narrow ? 'page__body page__body--narrow' : 'page__body'}>{children}</div>
)
