/* Loaded before Debian's xfoil, which is built to end at the first division by zero: XFOIL itself makes some, and goes on. */
void _gfortran_set_fpe(int traps) { (void)traps; }
