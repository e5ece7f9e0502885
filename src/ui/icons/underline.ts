export default 'M6 4v6a6 6 0 0 0 12 0V4M4 20L20 20';
