import { FinanceName } from '#client/app/finance-name.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { changesOverlayOnly, keepsPanel } from '#client/navigation/overlay-changes.ts'
import type { PendingNavigation } from '#client/navigation/navigation-status.ts'
import { useNavigationStatus } from '#client/navigation/use-navigation-status.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { findPage, type PageName, pages } from '#shared/routes/pages.ts'
import { useEffect, useState } from 'react'

/** Most pages are there before, and something that flashes is worse than nothing. */
const delayMs = 200

/**
 * The shape of what a slow navigation loads: another page, or a panel. While the content of the same page loads, what is shown is dimmed. Lies
 * over the page, which is still there when the server does not answer.
 */
export function LoadingSkeleton() {
  const { pending } = useNavigationStatus()
  const [slow, setSlow] = useState<PendingNavigation | null>(null)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setSlow(pending), delayMs)
    return () => clearTimeout(timer)
  }, [pending])
  if (!pending || pending !== slow) return null
  const { kind, page } = describeTarget(pending)
  if (kind === 'dialog') return null
  return (
    <div className="loading" data-loading={kind} aria-hidden="true">
      {kind === 'page' ? <PageSkeleton page={page} /> : kind === 'panel' && <PanelSkeleton />}
    </div>
  )
}

type Target = { kind: 'content' | 'panel' | 'dialog'; page?: undefined } | { kind: 'page'; page: PageName }

/** What a navigation loads. Pages without navigation have no skeleton. */
function describeTarget({ from, to }: PendingNavigation): Target {
  const page = findPage(to.pathname)
  if (!page || pages[page].layout !== 'shell') return { kind: 'dialog' }
  if (findPage(from.pathname) !== page) return { kind: 'page', page }
  if (!changesOverlayOnly(from, to)) return { kind: 'content' }
  const { panelParams, overlayParams } = pages[page]
  const opensPanel = panelParams.some((name) => overlayParams.includes(name) && to.searchParams.has(name))
  return { kind: opensPanel && !keepsPanel(from, to) && !to.searchParams.has('full') ? 'panel' : 'dialog' }
}

const rowWidths = [
  [110, 64, 150, 80],
  [110, 64, 96, 64],
  [110, 64, 190, 72],
  [110, 64, 120, 90],
]

function PageSkeleton({ page }: { page: PageName }) {
  const { common } = useMessages()
  return (
    <>
      <div className="topbar">
        <p className="loading__title">
          <FinanceName text={common.pages[page]} />
        </p>
      </div>
      {(page === 'index' || page === 'finance') && (
        <div className="loading__cards">
          {Array.from({ length: 4 }, (_, card) => (
            <div key={card}>
              <Skeleton width={72} />
              <Skeleton width={120} height={20} />
            </div>
          ))}
        </div>
      )}
      {Array.from({ length: 12 }, (_, row) => (
        <Row key={row} widths={rowWidths[row % rowWidths.length] ?? []} />
      ))}
    </>
  )
}

const Row = ({ widths }: { widths: readonly number[] }) => (
  <div className="loading__row">
    {widths.map((width, index) => (
      <Skeleton key={index} width={width} />
    ))}
  </div>
)

const PanelSkeleton = () => (
  <>
    <Skeleton width={220} height={24} />
    <Skeleton width={300} />
    <Skeleton width={180} height={20} />
    {[200, 260, 170, 230].map((width) => (
      <div key={width} className="loading__line">
        <Skeleton width={width} />
        <Skeleton width={72} />
      </div>
    ))}
  </>
)
