/** Where pages learn what changes while they are open. */
export const livePath = '/api/live'

/** The content type with which it answers with a stream of events, each with a live update as JSON. */
export const eventStreamType = 'text/event-stream'
