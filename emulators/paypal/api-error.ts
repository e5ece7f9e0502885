/** A refusal in PayPal's own form: a name and, inside, the issue. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, name: string, issue: string) {
    super(issue);
    this.status = status;
    this.body = { name, message: issue, debug_id: 'emulator', details: [{ issue, description: issue }] };
  }
}
