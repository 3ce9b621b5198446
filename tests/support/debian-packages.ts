/** Installs packages of Debian, where root can do that, and says so with their `name`. Returns whether they are there. */
export async function installDebianPackages(name: string, packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false
  console.error(`Installing ${name} …`)
  // A machine without a network finds out soon.
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120']
  const install = () => canRun(['apt-get', ...options, 'install', '-y', '--no-install-recommends', ...packages])
  // Fresh containers have no lists of packages.
  return (await install()) || ((await canRun(['apt-get', ...options, 'update'])) && (await install()))
}

/** Whether a command ends without an error. */
export async function canRun(command: string[]): Promise<boolean> {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return (await Bun.spawn(command, { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).exited) === 0
  } catch {
    return false
  }
}
