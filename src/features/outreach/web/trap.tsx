/** A field for programs that fill in everything. People, screen readers and managers of addresses do not come to it. */
export const Trap = () => (
  <div inert className="sr-only">
    <label>
      Leave this empty
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
