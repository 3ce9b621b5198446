/** An invalid setting: the message is one sentence that names the variable and never contains a secret. */
export class ConfigError extends Error {}
