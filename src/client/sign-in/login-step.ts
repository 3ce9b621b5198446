import { useState } from 'react'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Factor } from '#shared/account/factor-views.ts'
import type { Problem } from '#shared/problem.ts'

/** The second step of a login: its token, and what it can be. */
export interface SecondStep {
  login: string
  factors: readonly Factor[]
}

/** Which step of a login is shown, and what was wrong with the one before. */
export interface LoginStep {
  /** Null for the first step. */
  second: SecondStep | null
  /** The problem of a login that has to begin again. */
  expired: Problem | null
  /** For the forms of both steps. */
  onProblem: (problem: Problem) => void
  /** Begins again. */
  restart: () => void
}

/** The step of a login: the second one after a right password, the first one again when it took too long. */
export function useLoginStep(outcome: FormOutcome | null): LoginStep {
  const [second, setSecond] = useState(() => findSecondStep(outcome))
  const [expired, setExpired] = useState(() => findExpired(outcome?.problem))
  return {
    second,
    expired,
    onProblem: (problem) => {
      if (problem.type === '/problems/second-factor-required') setSecond(toSecondStep(problem))
      setExpired(findExpired(problem))
      if (findExpired(problem)) setSecond(null)
    },
    restart: () => setSecond(null),
  }
}

const findExpired = (problem: Problem | null | undefined): Problem | null =>
  problem?.type === '/problems/login-expired' ? problem : null

/** The second step that a form posted without script has led to, or has not passed. */
function findSecondStep(outcome: FormOutcome | null): SecondStep | null {
  if (!outcome?.problem || findExpired(outcome.problem)) return null
  if (outcome.problem.type === '/problems/second-factor-required') return toSecondStep(outcome.problem)
  const { login } = outcome.values
  return outcome.endpoint === 'continueLogin' && login !== undefined ? { login, factors: ['code'] } : null
}

const toSecondStep = ({ login = '', factors = [] }: Problem): SecondStep => ({ login, factors })
