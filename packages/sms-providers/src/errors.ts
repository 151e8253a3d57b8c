/** A callback whose body is not what the provider documents. */
export class UnreadableBodyError extends Error {
  constructor() {
    super('The body is not readable.');
  }
}

/** The URL that confirms a callback URL did not answer with a 2xx. */
export class UnconfirmedError extends Error {
  constructor() {
    super('The callback URL could not be confirmed.');
  }
}
