/** Why a backup or a restore did not happen. `invalid file` is about the content of a backup, the others about what is around it. */
export type BackupFailure =
  'file exists' | 'cannot write' | 'cannot read' | 'invalid file' | 'in use' | 'failed checks' | 'interrupted'

/** An expected failure of a backup or a restore. The message is one sentence or two for the operator. */
export class BackupError extends Error {
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
