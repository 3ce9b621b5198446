import { exitCodes, type Invocation, requireDatabase, withKontor } from '#server/commands/command.ts'

/** `kontor optimize`. */
export async function optimize({ terminal }: Invocation): Promise<number> {
  await requireDatabase()
  return withKontor(terminal, async ({ database }) => {
    await database.optimize()
    return exitCodes.done
  })
}
