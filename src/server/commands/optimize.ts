import { exitCodes, type Invocation, withKontor } from '#server/commands/command.ts'

/** `kontor optimize`. */
export const optimize = ({ terminal }: Invocation): Promise<number> =>
  withKontor(terminal, async ({ database }) => {
    await database.optimize()
    return exitCodes.done
  })
