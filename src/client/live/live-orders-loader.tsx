import { useEffect, useState, type ComponentType } from 'react'
import type { LiveOrdersProps } from '#client/live/live-orders.tsx'

/** After the page works: what it needs later must not compete with its first script. */
const loadDelayMs = 1000

/** Loads what keeps the page of orders up to date. What changed before is not lost: the page says when it was made. */
export function LiveOrdersLoader(props: LiveOrdersProps) {
  const [LiveOrders, setLiveOrders] = useState<ComponentType<LiveOrdersProps> | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without it, the page shows changes when it is loaded again.
      import('#client/live/live-orders.tsx').then(
        (module) => setLiveOrders(() => module.LiveOrders),
        () => undefined,
      )
    }, loadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return LiveOrders && <LiveOrders {...props} />
}
