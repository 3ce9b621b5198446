/** The email for password managers in a form that asks for a password only. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input type="email" hidden autoComplete="username" value={email} readOnly />
)
