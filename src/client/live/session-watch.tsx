import { useEffect } from 'react'
import { useSession } from '#client/app/page-context.tsx'
import { connectLive } from '#client/live/live-connection.ts'
import { liveSessionPath } from '#shared/live/stream.ts'

/** Asks the user of a page to log in again as soon as the session ends, also when someone else ends it. */
export function SessionWatch() {
  const { session } = useSession()
  useEffect(() => connectLive({ url: () => liveSessionPath }), [session.id])
  return null
}
