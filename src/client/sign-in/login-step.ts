import { useState } from 'react'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Factor } from '#shared/account/factor-views.ts'
import type { Problem } from '#shared/problem.ts'

/** The second step of a login: its token, and the methods that the user can choose from. */
export interface SecondStep {
  login: string
  factors: readonly Factor[]
}

/** Which step of a login is shown, and what was wrong with the one before. */
export interface LoginStep {
  /** Null for the first step. */
  second: SecondStep | null
  /** The problem of a login that has to begin again, or of one at the identity provider. */
  problem: Problem | null
  /** For the forms of both steps. */
  onProblem: (problem: Problem) => void
  /** For a login at the identity provider; null when another one begins. */
  onProviderProblem: (problem: Problem | null) => void
  /** Begins again. */
  restart: () => void
}

/** The step of a login: the second one after a right password, the first one again when it took too long. */
export function useLoginStep(outcome: FormOutcome | null, providerProblem: Problem | null = null): LoginStep {
  // A form that was sent is newer.
  const earlier = outcome ? null : providerProblem
  const [second, setSecond] = useState(
    () => findSecondStep(outcome) ?? (needsSecondStep(earlier) ? toSecondStep(earlier) : null),
  )
  const [problem, setProblem] = useState(
    () => findExpired(outcome?.problem) ?? (needsSecondStep(earlier) ? null : earlier),
  )
  return {
    second,
    problem,
    onProblem: (next) => {
      if (needsSecondStep(next)) setSecond(toSecondStep(next))
      setProblem(findExpired(next))
      if (findExpired(next)) setSecond(null)
    },
    onProviderProblem: (next) => {
      setSecond(needsSecondStep(next) ? toSecondStep(next) : null)
      setProblem(needsSecondStep(next) ? null : next)
    },
    restart: () => setSecond(null),
  }
}

const needsSecondStep = (problem: Problem | null): problem is Problem =>
  problem?.type === '/problems/second-factor-required'

const findExpired = (problem: Problem | null | undefined): Problem | null =>
  problem?.type === '/problems/login-expired' ? problem : null

/** The second step that a form posted without script has led to, or has not passed. */
function findSecondStep(outcome: FormOutcome | null): SecondStep | null {
  if (!outcome?.problem || findExpired(outcome.problem)) return null
  if (needsSecondStep(outcome.problem)) return toSecondStep(outcome.problem)
  const { login } = outcome.values
  return outcome.endpoint === 'continueLogin' && login !== undefined ? { login, factors: ['code'] } : null
}

const toSecondStep = ({ login = '', factors = [] }: Problem): SecondStep => ({ login, factors })
