/** Where pages of orders learn what changes while they are open. */
export const livePath = '/api/live'

/** Where the other pages learn that jobs have begun or ended, and that their session has ended. */
export const liveSessionPath = '/api/live/session'

/** The content type with which both answer with a stream of events, each with a live update as JSON. */
export const eventStreamType = 'text/event-stream'

/** The event with which a stream ends whose session has ended, or whose user may do other things than before. */
export const sessionEndedEvent = 'session-ended'
