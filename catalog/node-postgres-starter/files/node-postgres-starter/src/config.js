/** Everything the process needs to know, checked once; a wrong value stops the start with one line. */
export function readConfig(env) {
  const need = (name, takes, test) => {
    const value = env[name] ?? '';
    if (!test(value)) {
      console.error(`${name}: got ${value === '' ? 'nothing' : JSON.stringify(value)}, takes ${takes}`);
      process.exit(1);
    }
    return value;
  };
  return {
    databaseUrl: need('DATABASE_URL', 'an address such as postgres://user:password@localhost/name', (text) => /^postgres(ql)?:/.test(text)),
    port: Number(need('PORT', 'a number from 0 to 65535', (text) => text === '' || (/^\d+$/.test(text) && Number(text) < 65_536)) || 3000),
    sessionSecret: need('SESSION_SECRET', 'at least 32 characters', (text) => text.length >= 32),
    isProduction: env.NODE_ENV === 'production',
  };
}
