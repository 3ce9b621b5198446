/** Lets other requests run before the caller continues. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** An order with more lines is compared, priced and written in several turns of the event loop. */
export const linesPerTurn = 200

/** Lets other requests run between two steps of work on an order with many lines. */
export const yieldForLines = async (lineCount: number): Promise<void> => {
  if (lineCount > linesPerTurn) await yieldToEventLoop()
}
