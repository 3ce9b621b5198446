import { useState } from 'react'

/** What is open beside the list, or what last was: its row keeps its band when the panel closes, so that the eye finds its place. */
export function useLastOpen<Key>(open: Key | null): Key | null {
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  return open ?? last
}
