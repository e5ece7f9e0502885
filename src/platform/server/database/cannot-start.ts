/** Why the hub can't start with this database: one line for its operator. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** The alternative for anyone whose machine can't run the bundled PostgreSQL. */
export const orOwnServer = 'or set DATABASE_URL to a PostgreSQL server of your own';
