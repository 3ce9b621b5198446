/** Tells password managers whose password a form asks for, where the user does not type it. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input type="email" hidden autoComplete="username" value={email} readOnly />
)
