import { useState } from 'react'

/** The row open in the panel, or the last one that was: it stays highlighted after the panel closes, so that users find their place. */
export function useLastOpen<Key>(open: Key | null): Key | null {
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  return open ?? last
}
