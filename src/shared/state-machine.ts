/** A state machine as data: for each state, the allowed actions and the state each leads to. Actions that are not listed are illegal. */
export type StateMachine<State extends string, Action extends string> = {
  readonly [From in State]: { readonly [Taken in Action]?: State }
}

/** The state that an action leads to, or `undefined` when the state does not allow it. */
export const nextState = <State extends string, Action extends string>(
  stateMachine: StateMachine<State, Action>,
  state: State,
  action: Action,
): State | undefined => stateMachine[state][action]

/** The actions that a state allows, in the order of the table. */
export const allowedActions = <State extends string, Action extends string>(
  stateMachine: StateMachine<State, Action>,
  state: State,
): Action[] => Object.keys(stateMachine[state]) as Action[]
