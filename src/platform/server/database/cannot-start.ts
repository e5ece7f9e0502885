/** Why the hub cannot start with this database: one line for its operator. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** What everybody can do whose machine does not take the bundled PostgreSQL. */
export const orOwnServer = 'or set DATABASE_URL to a PostgreSQL server of your own';
